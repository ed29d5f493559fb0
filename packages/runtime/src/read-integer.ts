/** Returns an integer as a bigint whether it came as a bigint or a number; undefined for any other value. */
export function readInteger(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}
