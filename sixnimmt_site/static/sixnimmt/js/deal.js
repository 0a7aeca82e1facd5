// Checks a finished round's deal in the browser. The algorithm is written down in docs/deal.md;
// the functions below are pure, so that its vectors can be run against them.

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256 of the seed (hex), as hex: what was published before the round. */
export async function commitment(seed) {
  return hexOf(await crypto.subtle.digest("SHA-256", bytesOf(seed)));
}

function message(purpose, { game, round, salts }) {
  const seats = Object.keys(salts).map(Number).sort((a, b) => a - b);
  const lines = seats.map((seat) => `salt ${seat} ${salts[seat]}`);
  return ["sixnimmt 1", purpose, `game ${game}`, `round ${round}`, ...lines];
}

/** Endless numbers 0 .. 2^32 - 1: big-endian words of HMAC-SHA-256(seed, lines + block). */
async function* numbers(seed, lines) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(seed), algorithm, false, ["sign"]);
  for (let block = 0; ; block += 1) {
    const text = new TextEncoder().encode([...lines, `block ${block}`].join("\n"));
    const view = new DataView(await crypto.subtle.sign("HMAC", key, text));
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at);
  }
}

async function below(limit, stream) {
  const castFrom = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const { value } = await stream.next();
    if (value < castFrom) return value % limit;
  }
}

/** The order of `cards` in this round: `{seed, game, round, salts: {seat: salt}}`. */
export async function shuffle(cards, proof) {
  const stream = numbers(proof.seed, message("shuffle", proof));
  const order = [...cards].sort((a, b) => a - b);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, stream);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** The seat that drafts first. */
export async function draftStarter(proof) {
  return below(proof.players, numbers(proof.seed, message("starter", proof)));
}

/** Ten cards a seat (sorted), then one for each of the four rows. */
export function dealRound(order, players) {
  const hands = Array.from({ length: players }, (_, seat) =>
    order.slice(10 * seat, 10 * seat + 10).sort((a, b) => a - b),
  );
  return { hands, rows: order.slice(10 * players, 10 * players + 4).map((card) => [card]) };
}

/**
 * Check one finished round, as the table's data give it (`round.deals`): "right", "seed-wrong"
 * or "wrong". A draft is checked by its first seat: nothing was shuffled.
 */
export async function check(deal) {
  if ((await commitment(deal.seed)) !== deal.commitment) return "seed-wrong";
  const seats = Object.keys(deal.hands).map(Number).sort((a, b) => a - b);
  if (deal.starter !== undefined && deal.starter !== null) {
    const starter = await draftStarter({ ...deal, players: seats.length });
    return starter === deal.starter ? "right" : "wrong";
  }
  const dealt = dealRound(await shuffle(deal.cards, deal), seats.length);
  const hands = seats.map((seat) => [...deal.hands[seat]].sort((a, b) => a - b));
  const same =
    JSON.stringify(dealt.hands) === JSON.stringify(hands) &&
    JSON.stringify(dealt.rows.flat()) === JSON.stringify(deal.rows.flat());
  return same ? "right" : "wrong";
}

/** The button "check this deal" of a finished round. */
export async function checkPressed(button, say) {
  const box = button.closest("[data-proof]");
  const result = await check(JSON.parse(box.querySelector("script").textContent));
  box.querySelector("[data-check-result]").textContent = say(`deal-${result}`);
}
