// Which formats are enforced, and by what: a rule or a predicate of the runtime, or zod where it
// agrees with the RFC.

/** The implementation of a string format; empty if the format restricts nothing. */
export interface StringFormat {
  /** The zod function that creates the schema, such as `iso.date`. */
  readonly zod?: string;
  /** The rule of the runtime, and the function that reports whether a text has the format. */
  readonly rule?: string;
  readonly predicate?: string;
  /** The name of the format, as an argument of both. Default: they take none. */
  readonly argument?: string;
}

/** Few documents use these formats, so that one rule and one function serve all of them. */
function rare(argument: string): StringFormat {
  return { rule: "format", predicate: "isFormat", argument };
}

const formats: ReadonlyMap<string, StringFormat> = new Map<string, StringFormat>([
  ["date-time", { rule: "dateTimeFormat", predicate: "isDateTime" }],
  ["date", { zod: "iso.date", rule: "dateFormat", predicate: "isDate" }],
  ["time", { rule: "timeFormat", predicate: "isTime" }],
  ["duration", rare("duration")],
  ["email", { rule: "emailFormat", predicate: "isEmail" }],
  ["idn-email", rare("idn-email")],
  ["hostname", { rule: "hostnameFormat", predicate: "isHostname" }],
  ["idn-hostname", rare("idn-hostname")],
  ["ipv4", { zod: "ipv4", rule: "ipv4Format", predicate: "isIpv4" }],
  ["ipv6", { rule: "ipv6Format", predicate: "isIpv6" }],
  ["uri", { rule: "uriFormat", predicate: "isUri" }],
  ["uri-reference", { rule: "uriReferenceFormat", predicate: "isUriReference" }],
  ["iri", rare("iri")],
  ["iri-reference", rare("iri-reference")],
  ["uri-template", rare("uri-template")],
  // zod's `uuid` refuses future versions.
  ["uuid", { zod: "guid", rule: "uuidFormat", predicate: "isUuid" }],
  ["json-pointer", rare("json-pointer")],
  ["relative-json-pointer", rare("relative-json-pointer")],
  ["regex", rare("regex")],
  ["byte", { zod: "base64", rule: "base64Format", predicate: "isBase64" }],
  ["base64", { zod: "base64", rule: "base64Format", predicate: "isBase64" }],
  ["base64url", { zod: "base64url", ...rare("base64url") }],
  // These describe the meaning or display of a string, and restrict nothing.
  ["binary", {}],
  ["password", {}],
]);

/** Finds the implementation of a string format; undefined for an unknown one. */
export function stringFormat(name: string): StringFormat | undefined {
  return formats.get(name);
}

/** The ranges of the known number formats; only those of integers restrict values. */
const numberRanges: ReadonlyMap<string, readonly [least: bigint, most: bigint] | undefined> =
  new Map([
    ...[8n, 16n, 32n, 64n].flatMap((bits) => [
      [`int${bits}`, [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]] as const,
      [`uint${bits}`, [0n, 2n ** bits - 1n]] as const,
    ]),
    ...["float", "double", "double-int"].map((name) => [name, undefined] as const),
  ]);

/** The known number formats. */
export const numberFormats: ReadonlySet<string> = new Set(numberRanges.keys());

/** Returns the least and the greatest integer of a format; undefined if it has no bounds. */
export function numberRange(format: string): readonly [least: bigint, most: bigint] | undefined {
  return numberRanges.get(format);
}
