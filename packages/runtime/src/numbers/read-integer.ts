/**
 * Returns an integer, given as a bigint or a number, as a bigint; undefined for any other value.
 */
export function readInteger(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}
