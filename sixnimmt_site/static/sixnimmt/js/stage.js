// The stage of a reveal: a copy of the lanes above the true ones, with loose cards on top.

const prices = JSON.parse(document.getElementById("prices")?.textContent ?? "[]");
const asCard = (card) => ({ card, bullheads: prices[card - 1] ?? 1 });

/** A card face up, with heads after the engine's prices. */
function cardElement({ card, bullheads }) {
  const template = document.getElementById("card-template");
  const element = template.content.firstElementChild.cloneNode(true);
  element.dataset.card = card;
  element.dataset.price = bullheads;
  element.querySelector("b").textContent = card;
  const use = element.querySelector("use");
  use.setAttribute("href", `${use.getAttribute("href")}#bulls-${bullheads}`);
  return element;
}

/** A card lying face down. */
export function backElement() {
  return document.getElementById("back-template").content.firstElementChild.cloneNode(true);
}

/** A picture of the table as it was: `rows` are the four rows' cards. Not read out. */
export class Stage {
  constructor(table, lanes, rows) {
    this.table = table;
    this.rows = rows.map((row) => row.map(asCard));
    this.stage = document.createElement("div");
    this.stage.className = "stage rows";
    this.stage.ariaHidden = "true";
    this.lanes = lanes.cloneNode(true);
    for (const extra of this.lanes.querySelectorAll(".row-radio, .lane-note")) extra.remove();
    this.stage.append(this.lanes);
    const box = lanes.getBoundingClientRect();
    const home = table.getBoundingClientRect();
    Object.assign(this.stage.style, {
      insetBlockStart: `${box.top - home.top}px`,
      left: `${box.left - home.left}px`,
      inlineSize: `${box.width}px`,
      blockSize: `${box.height}px`,
    });
    table.append(this.stage);
    this.rows.forEach((_, index) => this.drawLane(index));
  }

  lane(index) {
    return this.lanes.querySelector(`[data-row="${index}"]`);
  }

  drawLane(index) {
    const lane = this.lane(index);
    const row = this.rows[index];
    const places = lane.querySelector(".places");
    const tuft = this.table.querySelector(".place.free")?.cloneNode(true);
    places.replaceChildren(
      ...row.map((card, at) => {
        const place = document.createElement("li");
        place.className = at === row.length - 1 ? "place end" : "place";
        place.append(cardElement(card));
        return place;
      }),
      ...Array.from({ length: Math.max(0, 5 - row.length) }, () => {
        const free = tuft?.cloneNode(true) ?? document.createElement("li");
        free.className = "place free";
        return free;
      }),
    );
    const cost = row.reduce((sum, card) => sum + card.bullheads, 0);
    lane.dataset.free = Math.max(0, 5 - row.length);
    lane.querySelector(".sign .bulls b").textContent = cost;
    lane.querySelector(".sixth b").textContent = row.length === 5 ? `+${cost}` : "";
    const gate = lane.querySelector(".gate use");
    gate.setAttribute("href", gate.getAttribute("href").replace(/#.*/, row.length === 5 ? "#gate-open" : "#gate"));
  }

  /** Where an element lies, measured from the stage's corner. */
  spot(element) {
    const box = element.getBoundingClientRect();
    const home = this.stage.getBoundingClientRect();
    return { x: box.left - home.left, y: box.top - home.top, width: box.width };
  }

  slot(seat) {
    const slot = this.table.querySelector(`[data-seat="${seat}"] .slot`);
    return slot ? this.spot(slot) : { x: 0, y: -40, width: 24 };
  }

  place(row, at) {
    const places = this.lane(row).querySelectorAll(".place");
    return this.spot(at < 5 ? places[at] : this.lane(row).querySelector(".sixth"));
  }

  flyer(card, from) {
    const width = this.place(0, 0).width;
    const flyer = document.createElement("div");
    flyer.className = "flyer";
    flyer.style.inlineSize = `${width}px`;
    flyer.style.aspectRatio = "5 / 7";
    flyer.append(cardElement(card));
    flyer.style.transform = this.at(from, width);
    this.stage.append(flyer);
    return flyer;
  }

  at({ x, y, width }, full = this.place(0, 0).width) {
    return `translate(${x}px, ${y}px) scale(${width / full})`;
  }

  count({ x, y }) {
    const pill = document.createElement("b");
    pill.className = "count";
    pill.style.transform = `translate(${x}px, ${y - 6}px)`;
    this.stage.append(pill);
    let sum = 0;
    return { add: (more) => (pill.textContent = `+${(sum += more)}`) };
  }
}
