// Describes the strings of each format with patterns. Some formats are not regular languages, or have
// special rules for rare strings. They have two patterns: one matches only strings of the format, the other
// matches all strings of the format and some more.

/** The patterns that describe the strings of a format. */
export interface FormatBounds {
  /** Every string that matches this pattern has the format. */
  readonly inner: string;
  /** Every string with the format matches this pattern. It is equal to `inner` if the pattern is exact. */
  readonly outer: string;
}

const day =
  "(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))" +
  "|(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)";
const minute = "(?:[01]\\d|2[0-3]):[0-5]\\d";
/** A leap second is only valid at the end of a day. */
const timeWith = (second: string): string =>
  `${minute}:${second}(?:\\.\\d+)?(?:[Zz]|[+-]${minute})`;
const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const hex = "[\\dA-Fa-f]";
const mailbox = "^[a-z\\d]{1,60}@[a-z\\d]{1,60}(?:\\.[a-z]{2,60}){1,3}$";
const host = "^[a-z][a-z\\d]{0,60}(?:\\.[a-z][a-z\\d]{1,60}){0,2}$";
const scheme = "[A-Za-z][A-Za-z\\d+.\\-]*:";
const address = "^https://[a-z\\d]+(?:\\.[a-z\\d]+)*(?:/[a-z\\d]+)*$";
const relative = "^/?[a-z\\d]+(?:/[a-z\\d]+)*$";
const character = "[A-Za-z\\d\\-._~:/?#\\[\\]@!$&'()*+,;=%]";
const anything = "^[^]*$";

const exactly = (pattern: string): FormatBounds => ({ inner: pattern, outer: pattern });

const formats: ReadonlyMap<string, FormatBounds> = new Map<string, FormatBounds>([
  ["date", exactly(`^${day}$`)],
  [
    "date-time",
    {
      inner: `^${day}[Tt]${timeWith("[0-5]\\d")}$`,
      outer: `^${day}[Tt]${timeWith("(?:[0-5]\\d|60)")}$`,
    },
  ],
  ["time", { inner: `^${timeWith("[0-5]\\d")}$`, outer: `^${timeWith("(?:[0-5]\\d|60)")}$` }],
  ["duration", { inner: "^P(?:\\d+[WD]|T\\d+[HMS])$", outer: "^P[\\dYMWDTHS]+$" }],
  ["email", { inner: mailbox, outer: "^[^]+@[^]+$" }],
  ["idn-email", { inner: mailbox, outer: "^[^]+@[^]+$" }],
  ["hostname", { inner: host, outer: "^[A-Za-z\\d.\\-]+$" }],
  ["idn-hostname", { inner: host, outer: "^[^]+$" }],
  ["ipv4", exactly(`^(?:${octet}\\.){3}${octet}$`)],
  [
    "ipv6",
    {
      inner: `^(?:2001:db8::${hex}{1,4}|(?:${hex}{1,4}:){7}${hex}{1,4})$`,
      outer: `^[\\dA-Fa-f:.]{2,45}$`,
    },
  ],
  ["uri", { inner: address, outer: `^${scheme}${character}*$` }],
  ["uri-reference", { inner: relative, outer: `^${character}*$` }],
  ["iri", { inner: address, outer: `^${scheme}[^ <>]*$` }],
  ["iri-reference", { inner: relative, outer: "^[^ <>]*$" }],
  ["uri-template", { inner: relative, outer: "^[^ <>]*$" }],
  ["uuid", exactly(`^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$`)],
  ["json-pointer", exactly("^(?:/(?:[^~/]|~[01])*)*$")],
  ["relative-json-pointer", { inner: "^(?:0|[1-9]\\d*)(?:/[a-z\\d]+)*$", outer: "^\\d[^]*$" }],
  ["regex", { inner: "^[a-z\\d]+$", outer: anything }],
  ["byte", { inner: "^(?:[A-Za-z\\d+/]{4})+$", outer: "^[A-Za-z\\d+/]*={0,2}$" }],
  ["base64", { inner: "^(?:[A-Za-z\\d+/]{4})+$", outer: "^[A-Za-z\\d+/]*={0,2}$" }],
  ["base64url", { inner: "^(?:[\\w\\-]{4})+$", outer: "^[\\w\\-]*={0,2}$" }],
  ["int64", { inner: "^(?:0|-?[1-9]\\d{0,17})$", outer: "^-?\\d{1,19}$" }],
  ["uint64", { inner: "^(?:0|[1-9]\\d{0,18})$", outer: "^\\d{1,20}$" }],
]);

/** Returns the patterns for a format that generated validators check; `undefined` for other formats. */
export function formatBounds(format: string): FormatBounds | undefined {
  return formats.get(format);
}
