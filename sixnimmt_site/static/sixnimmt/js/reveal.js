// The reveal, played on a stage above the lanes: the table below already shows the truth, so a
// skipped, cut or broken show changes nothing, and nobody ever waits for it.

import { stillness } from "./prefs.js";
import { Stage, backElement } from "./stage.js";

const EASE = "cubic-bezier(.3,.9,.3,1)";
const MS = { in: 160, stagger: 30, flip: 180, read: 160, fly: 260, shake: 180, slide: 260, rest: 260 };

let stop = null;

/** End the show that is on, if any: the true table lies below. */
export function skip() {
  stop?.();
}

/** One turn as the story tells it; resolves when the show is over or cut. */
export async function play(table, turn) {
  skip();
  const lanes = table.querySelector("[data-region=rows] > .lanes");
  if (stillness() || document.hidden || !lanes || !turn?.steps?.length) return;
  const show = new Show(table, lanes, turn);
  stop = () => show.end();
  try {
    await show.run();
  } finally {
    show.end();
  }
}

/** What the show may last, ms: under three seconds for four players, a little more for more. */
export function budget(players) {
  return 2600 + 320 * Math.max(0, players - 4);
}

/** What the steps from `index` on would last unhurried, ms. */
export function ownTime(steps, index = 0) {
  const left = steps.slice(index);
  const takes = left.filter((step) => step.taken.length).length;
  const opening = index ? 0 : MS.in + MS.stagger * left.length + MS.flip + MS.read;
  return opening + MS.fly * left.length + (MS.shake + MS.slide + MS.fly / 2) * takes + MS.rest;
}

class Show extends Stage {
  constructor(table, lanes, turn) {
    super(table, lanes, turn.rows_before);
    this.turn = turn;
    this.over = false;
    this.pace = 1;
    this.started = performance.now();
    this.budget = budget(turn.steps.length);
    this.limit = setTimeout(() => this.end(), this.budget + 150);
    this.press = (event) => (event.type === "keydown" && event.key !== "Escape") || this.end();
    addEventListener("pointerdown", this.press, true);
    addEventListener("keydown", this.press, true);
  }

  end() {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.limit);
    removeEventListener("pointerdown", this.press, true);
    removeEventListener("keydown", this.press, true);
    for (const animation of this.stage.getAnimations({ subtree: true })) animation.cancel();
    this.stage.remove();
  }

  /** A slow device loses frames, not seconds: what is left is fitted into the time left. */
  hurry(index) {
    const left = this.budget - (performance.now() - this.started);
    this.pace = Math.min(1, Math.max(0.2, (0.85 * left) / ownTime(this.turn.steps, index)));
  }

  /** Animate for so many milliseconds at this show's pace; false when the show was cut. */
  async move(element, frames, ms, delay = 0) {
    if (this.over) return false;
    const options = { duration: ms * this.pace, delay: delay * this.pace, easing: EASE, fill: "both" };
    try {
      await element.animate(frames, options).finished;
    } catch {
      return false;
    }
    return !this.over;
  }

  async run() {
    this.hurry(0);
    const flyers = await this.arrive();
    if (!flyers) return;
    for (const [index, step] of this.turn.steps.entries()) {
      if (index) this.hurry(index);
      if (!(await this.playStep(step, flyers.get(step)))) return;
    }
    await this.move(this.lanes, [{ opacity: 1 }, { opacity: 1 }], MS.rest);
  }

  /** Backs come out of the seats and turn over together. */
  async arrive() {
    const flyers = new Map();
    const came = this.turn.steps.map((step, index) => {
      const from = this.slot(step.seat);
      const flyer = this.flyer({ card: step.card, bullheads: step.bullheads_card }, from);
      flyer.spot = { ...from, width: Math.max(from.width * 1.35, 34), x: from.x, y: from.y };
      flyer.prepend(backElement());
      flyer.lastElementChild.style.transform = "scaleX(0)";
      flyers.set(step, flyer);
      const start = `translateX(-14px) ${this.at(from)}`;
      const frames = [{ opacity: 0, transform: start }, { opacity: 1, transform: this.at(flyer.spot) }];
      return this.move(flyer, frames, MS.in, index * MS.stagger);
    });
    if (!(await Promise.all(came)).every(Boolean)) return null;
    const turned = [...flyers.values()].map((flyer) => this.flip(flyer));
    if (!(await Promise.all(turned)).every(Boolean)) return null;
    if (!(await this.move(this.lanes, [{ opacity: 1 }, { opacity: 1 }], MS.read))) return null;
    return flyers;
  }

  async flip(flyer) {
    const [back, face] = flyer.children;
    if (!(await this.move(back, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], MS.flip / 2)))
      return false;
    back.remove();
    return this.move(face, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], MS.flip / 2);
  }

  async playStep(step, flyer) {
    const row = this.rows[step.row];
    const left = step.side === "left";
    const bites = step.taken.length > 0;
    const target = this.place(step.row, bites && step.why !== "sixth" ? 0 : left ? 0 : row.length);
    if (bites && step.why !== "sixth" && !(await this.take(step))) return false;
    flyer.style.zIndex = 4;
    const frames = [{ transform: this.at(flyer.spot) }, { transform: this.at(target) }];
    if (!(await this.move(flyer, frames, MS.fly))) return false;
    if (bites && step.why === "sixth") {
      if (!(await this.take(step))) return false;
      const back = [{ transform: this.at(target) }, { transform: this.at(this.place(step.row, 0)) }];
      if (!(await this.move(flyer, back, MS.fly / 2))) return false;
    }
    const played = { card: step.card, bullheads: step.bullheads_card };
    this.rows[step.row] = bites ? [played] : left ? [played, ...row] : [...row, played];
    this.drawLane(step.row);
    flyer.remove();
    return true;
  }

  /** The lane shakes once, its cards slide to their new owner, the count climbs. */
  async take(step) {
    const lane = this.lane(step.row);
    const shake = [0, -5, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    if (!(await this.move(lane, shake, MS.shake))) return false;
    const owner = this.slot(step.seat);
    const count = this.count(owner);
    const gone = this.rows[step.row].map((card, at) => {
      const from = this.place(step.row, at);
      const flyer = this.flyer(card, from);
      const frames = [
        { transform: this.at(from), opacity: 1 },
        { transform: this.at(owner), opacity: 0.2 },
      ];
      return this.move(flyer, frames, MS.slide, at * 20).then((whole) => {
        flyer.remove();
        count.add(card.bullheads);
        return whole;
      });
    });
    this.rows[step.row] = [];
    this.drawLane(step.row);
    return (await Promise.all(gone)).every(Boolean);
  }
}

/** "Play it again" beside a turn of the story. */
export function replayOnRequest(table) {
  table.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-replay]");
    if (!button) return;
    const data = button.closest("[data-turn]").querySelector("script");
    table.querySelector("[data-region=rows]")?.scrollIntoView({ block: "nearest" });
    play(table, JSON.parse(data.textContent));
  });
}
