import { parseJson, stringifyJson } from "@specwright/runtime";
import type { LogRecord } from "@specwright/streams/log";
import type { openBooks } from "@specwright/streams-sdk";
import { type Exchange, markets } from "./exchange.ts";
import type { OrderReader } from "./order-reader.ts";

/** Returns the fault in the orders of a world; undefined if they are correct. */
export function orderViolation(
  kept: readonly LogRecord[],
  { acknowledged }: Pick<Exchange, "acknowledged">,
  readers: readonly OrderReader[],
): string | undefined {
  const ids = new Set(kept.map(({ id }) => id));
  if (ids.size !== kept.length) return "a frame was appended twice";
  if (kept.some(({ seq }, at) => seq !== BigInt(at + 1))) return "the log is not dense";
  for (const [at, seq] of acknowledged) {
    if (kept[Number(seq) - 1]?.id !== `order-${at}`) return `order ${at} was acknowledged and lost`;
  }
  for (const { market, seqs } of readers) {
    const wanted = kept
      .filter(({ keys }) => market === undefined || market.includes(keys["market"]?.[0] ?? ""))
      .map(({ seq }) => seq);
    const at = wanted.findIndex((seq, place) => seqs[place] !== seq);
    const name = market?.join() ?? "all";
    if (at !== -1) return `${name}: got ${String(seqs[at])} where ${String(wanted[at])} is next`;
    if (seqs.length > wanted.length) return `${name}: got ${seqs.length} of ${wanted.length}`;
  }
  return undefined;
}

/** Returns the fault in the books of a world; undefined if they are correct. */
export function bookViolation(
  kept: readonly LogRecord[],
  exchange: Exchange,
  live: ReturnType<typeof openBooks>,
): string | undefined {
  const { changes, changed } = exchange;
  /** The last number of each market. */
  const numbers = new Map<string, bigint>();
  const numberOf = new Map<string, bigint>();
  for (const { keys, frame, id } of kept) {
    const market = keys["market_id"]?.[0] ?? "";
    const md_seq = BigInt(Object(parseJson(frame)).md_seq);
    const last = numbers.get(market);
    if (last !== undefined && md_seq !== last + 1n) return `${market}: ${md_seq} after ${last}`;
    numbers.set(market, md_seq);
    if (id === undefined) continue;
    if (numberOf.has(id)) return `${id} was appended twice`;
    numberOf.set(id, md_seq);
  }
  if (numberOf.size !== changes.length) return `${numberOf.size} of ${changes.length} changes`;
  for (const [at, number] of changed) {
    if (numberOf.get(`change-${at}`) !== number) return `change ${at} is not what was acknowledged`;
  }
  for (const market of markets) {
    const shown = live.get(market);
    if (shown?.status !== "ready") return `the book of ${market} is ${String(shown?.status)}`;
    const last = numbers.get(market);
    if (shown.mdSeq !== last) return `${market} is at ${shown.mdSeq}, the log at ${last}`;
    if (
      stringifyJson(shown.book?.snapshot()) !== stringifyJson(exchange.bookOf(market).snapshot())
    ) {
      return `the book of ${market} is another`;
    }
  }
  return undefined;
}
