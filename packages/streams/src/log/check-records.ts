import { LogError } from "./log-error.ts";
import type { LogRecord } from "./sequenced-log.ts";

const INT64_MAX = 2n ** 63n - 1n;

/**
 * Checks that records continue a stream. `last` is the last number of the stream.
 *
 * @throws LogError `sequence_conflict` if the number of a record is not the previous number plus one.
 */
export function checkDense(last: bigint, records: readonly { readonly seq: bigint }[]): void {
  let next = last + 1n;
  for (const { seq } of records) {
    if (seq !== next)
      throw new LogError("sequence_conflict", `got number ${seq}, expected ${next}`);
    next += 1n;
  }
}

/**
 * Checks that every engine can store the records.
 *
 * @throws LogError `record_invalid` if a member exceeds its limits; `duplicate_id` if two records have the
 * same id, or if `isKnown` returns true for an id.
 */
export function checkRecords(
  records: readonly LogRecord[],
  isKnown: (id: string) => boolean = () => false,
): void {
  let seen: Set<string> | undefined;
  for (const record of records) {
    checkRecord(record);
    const { id } = record;
    if (id === undefined) continue;
    seen ??= new Set();
    if (seen.has(id) || isKnown(id)) {
      throw new LogError(
        "duplicate_id",
        `the log already has a record with the id ${JSON.stringify(id)}`,
      );
    }
    seen.add(id);
  }
}

function checkRecord({ seq, tsNs, type, id, keys }: LogRecord): void {
  if (tsNs > INT64_MAX || tsNs < -INT64_MAX - 1n) rejectRecord(seq, "a tsNs that is not an int64");
  if (exceedsBytes(type, 255)) rejectRecord(seq, "a type of more than 255 bytes");
  if (id !== undefined && (id === "" || exceedsBytes(id, 256))) {
    rejectRecord(seq, "an id that is empty or has more than 256 bytes");
  }
  for (const name in keys) {
    if (exceedsBytes(name, 255)) rejectRecord(seq, "a key name of more than 255 bytes");
    const values = keys[name] ?? [];
    if (values.length > 65_535) rejectRecord(seq, "a key with more than 65,535 values");
    for (const value of values) {
      if (exceedsBytes(value, 65_535)) rejectRecord(seq, "a key value of more than 65,535 bytes");
    }
  }
}

function rejectRecord(seq: bigint, what: string): never {
  throw new LogError("record_invalid", `record ${seq} has ${what}`);
}

/**
 * Reports whether a text has more than a number of bytes in UTF-8. Counts the bytes only if the length of
 * the text does not already decide.
 */
function exceedsBytes(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
}
