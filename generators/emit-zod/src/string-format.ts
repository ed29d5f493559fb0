// Which formats of strings are enforced, and by what: zod where it agrees with the RFC, a rule of
// the run time where it does not.

/** Says what enforces a format; neither, when it restricts nothing. */
export interface StringFormat {
  /** The zod function that makes a schema of it, such as `iso.date`. */
  readonly zod?: string;
  /** The rule of the run time. */
  readonly rule?: string;
}

const formats: ReadonlyMap<string, StringFormat> = new Map<string, StringFormat>([
  ["date-time", { rule: "dateTimeFormat" }],
  ["date", { zod: "iso.date", rule: "dateFormat" }],
  ["time", { rule: "timeFormat" }],
  ["duration", { rule: "durationFormat" }],
  ["email", { rule: "emailFormat" }],
  ["hostname", { rule: "hostnameFormat" }],
  ["ipv4", { zod: "ipv4", rule: "ipv4Format" }],
  ["ipv6", { rule: "ipv6Format" }],
  ["uri", { rule: "uriFormat" }],
  ["uri-reference", { rule: "uriReferenceFormat" }],
  ["iri", { rule: "iriFormat" }],
  ["iri-reference", { rule: "iriReferenceFormat" }],
  ["uri-template", { rule: "uriTemplateFormat" }],
  // zod's `uuid` refuses versions yet to come.
  ["uuid", { zod: "guid", rule: "uuidFormat" }],
  ["json-pointer", { rule: "jsonPointerFormat" }],
  ["relative-json-pointer", { rule: "relativeJsonPointerFormat" }],
  ["regex", { rule: "regexFormat" }],
  ["byte", { zod: "base64", rule: "base64Format" }],
  ["base64", { zod: "base64", rule: "base64Format" }],
  ["base64url", { zod: "base64url", rule: "base64urlFormat" }],
  // These say how a string is meant or shown, and restrict nothing.
  ["binary", {}],
  ["password", {}],
]);

/** Finds what enforces a format of strings; undefined for one that is not known. */
export function stringFormat(name: string): StringFormat | undefined {
  return formats.get(name);
}

/** Names the formats of numbers that are known; all but the integers restrict nothing. */
export const numberFormats: ReadonlySet<string> = new Set([
  "int8",
  "int16",
  "int32",
  "int64",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float",
  "double",
  "double-int",
]);
