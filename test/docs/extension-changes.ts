// Changes to single fields of extensions.

/** The path to a value. */
export type Path = readonly (string | number)[];

/** Two values for each field with few values; undefined removes the field. */
const words: Readonly<Record<string, readonly [unknown, unknown]>> = {
  accepted: ["level", "change"],
  algorithm: ["hmac-sha512", undefined],
  asks: ["/asks2", undefined],
  client: ["stop", "reconnect"],
  encoding: ["base64", "hex"],
  endOfBacklog: ["level", "change"],
  first: ["same", 2],
  format: ["shortest", "digits"],
  gap: ["none", "snapshot"],
  hash: ["sha512", "sha256"],
  layout: ["asksThenBids", "interleaved"],
  lower: [undefined, undefined],
  message: ["level", "change"],
  method: ["PUT", "POST"],
  mismatch: ["reconnect", "none"],
  nonce: ["us", "ms"],
  per: ["topic", "request"],
  quantityIs: ["absolute", "delta"],
  refused: ["level", "change"],
  scope: ["topic", "key"],
  secret: ["base64", "hex"],
  step: ["rising", "one"],
  type: ["string", "boolean"],
  unit: ["ns", "us"],
};

/** Lists the paths of the values in a rule: everything except objects and lists of objects. */
export function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return [path];
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changed(name: string, value: unknown): unknown {
  const [first, second] = words[name] ?? [];
  if (words[name] !== undefined) return value === first ? second : first;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return undefined;
  // The order of messages has no meaning; other lists are ordered.
  if (Array.isArray(value) && value.length > 1) {
    return /messages|repeats/.test(name) ? value.slice(1) : value.toReversed();
  }
  if (Array.isArray(value)) return [...value, "other"];
  return /^\/\d$/.test(String(value)) ? "/9" : `${value}2`;
}

/** Returns a copy with another valid value for one field. */
export function withChange(rules: unknown, [key, ...rest]: Path, name: string): unknown {
  if (key === undefined) return changed(name, rules);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(rules)
    ? [...rules]
    : { ...(rules as object) };
  const inner = withChange(Reflect.get(copy, key), rest, name);
  if (inner === undefined && !Array.isArray(copy)) delete copy[key];
  else Reflect.set(copy, key, inner);
  return copy;
}
