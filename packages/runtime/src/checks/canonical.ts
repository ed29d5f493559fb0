// Equality of JSON values as JSON Schema defines it: numbers are compared by value regardless of
// type, objects regardless of member order.

/** Serialises a JSON value. Two values are equal exactly when their texts are equal. */
export function canonical(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") {
    return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}
