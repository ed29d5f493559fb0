/** A media type as far as it matters: its parameters without `charset`, in order. */
interface ParsedMediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: string;
}

/** Reports whether two media types are the same, apart from case, `charset` and spaces. */
export function isSameMediaType(left: string, right: string): boolean {
  return normalMediaType(left) === normalMediaType(right);
}

/** Returns a media type in a form that is equal for equal ones. */
export function normalMediaType(mediaType: string): string {
  const { type, subtype, parameters } = parse(mediaType);
  return `${type}/${subtype}${parameters}`;
}

/** Reports whether two media types differ in their parameters only. */
export function isSameEssence(left: string, right: string): boolean {
  const [one, other] = [parse(left), parse(right)];
  return one.type === other.type && one.subtype === other.subtype;
}

/** Reports whether a media type is a range that includes another one: `application/*`, `*` + `/*`. */
export function includesMediaType(range: string, mediaType: string): boolean {
  if (isSameMediaType(range, mediaType)) return false;
  const [outer, inner] = [parse(range), parse(mediaType)];
  if (outer.type !== "*" && outer.type !== inner.type) return false;
  if (outer.subtype === "*") return true;
  const suffix = /^\*(\+.+)$/.exec(outer.subtype)?.[1];
  if (suffix !== undefined) return inner.subtype.endsWith(suffix);
  // A type without a suffix means more than one with it: `application/json`, `application/a+json`.
  return outer.subtype === inner.subtype && outer.parameters === "";
}

function parse(mediaType: string): ParsedMediaType {
  const [essence = "", ...parameters] = mediaType.toLowerCase().split(";");
  const [type = "", subtype = "*"] = essence.trim().split("/");
  const kept = parameters
    .map((each) => each.trim())
    .filter((each) => each !== "" && !each.startsWith("charset="))
    .sort();
  return { type, subtype, parameters: kept.map((each) => `; ${each}`).join("") };
}
