import type { ClauseLedger } from "./clause-ledger.ts";

/** The number of characters of a frame that a report shows. */
export const SHOWN = 200;

/** The settings for judging whether messages match their schemas. */
export interface SchemaJudge {
  /**
   * For each message, a function that checks a frame. It throws if the frame does not match the message's
   * schema.
   */
  readonly decoders: ReadonlyMap<string, (frame: Uint8Array) => unknown>;
  readonly ledger: ClauseLedger;
}

/** Judges whether a frame matches the schema of its message, and returns the result. */
export function judgeSchema(
  { decoders, ledger }: SchemaJudge,
  message: string,
  bytes: Uint8Array,
): boolean {
  const decode = decoders.get(message);
  if (decode === undefined) return true;
  try {
    decode(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    ledger.fail(`message.${message}`, `${why}: ${frameStart(bytes)}`);
    return false;
  }
  ledger.pass(`message.${message}`);
  return true;
}

/** Returns the beginning of a frame for a report. */
export function frameStart(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, SHOWN));
}
