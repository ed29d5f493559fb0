/** Writes a decoded value as indented JSON. A bigint keeps all digits. */
export function jsonText(value: unknown, indent = ""): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => jsonText(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${JSON.stringify(key)}: ${jsonText(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((each) => inner + each).join(",\n")}\n${indent}${close}`;
}
