// Sample strings of the formats that generated validators check.

import type { Choices } from "./random.ts";
import { words } from "./words.ts";

/** The sample strings of a format, and a pattern for further strings that have the format. */
interface Format {
  readonly make: (choices: Choices) => string;
  /**
   * Every string that matches this pattern has the format. Without the pattern, only the sample strings are
   * recognized.
   */
  readonly plain?: RegExp;
}

const DAYS = 300;

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  [
    "date-time",
    {
      make: (choices) =>
        `${drawDay(choices)}T${twoDigits(12 + choices.below(8))}:${twoDigits(choices.below(60))}:00Z`,
      plain:
        /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/,
    },
  ],
  [
    "date",
    {
      make: drawDay,
      plain:
        /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/,
    },
  ],
  [
    "time",
    {
      make: (choices) => `${twoDigits(12 + choices.below(8))}:${twoDigits(choices.below(60))}:00Z`,
      plain: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/,
    },
  ],
  [
    "duration",
    { make: (choices) => `PT${1 + choices.below(24)}H`, plain: /^P(?:\d+[WD]|T\d+[HMS])$/ },
  ],
  [
    "email",
    {
      make: drawMailbox,
      plain: /^[\w+-]{1,60}(?:\.[\w+-]{1,30})?@[a-z\d]{1,60}(?:\.[a-z\d]{1,60}){1,3}$/i,
    },
  ],
  [
    "idn-email",
    { make: drawMailbox, plain: /^[\w+-]{1,60}@[a-z\d]{1,60}(?:\.[a-z\d]{1,60}){1,3}$/i },
  ],
  ["hostname", { make: drawHost, plain: /^[a-z\d]{1,60}(?:\.[a-z\d]{1,60}){0,3}$/i }],
  ["idn-hostname", { make: drawHost, plain: /^[a-z\d]{1,60}(?:\.[a-z\d]{1,60}){0,3}$/i }],
  [
    "ipv4",
    {
      make: (choices) => `192.0.2.${1 + choices.below(254)}`,
      plain: /^(?:1?\d{1,2}\.){3}1?\d{1,2}$/,
    },
  ],
  [
    "ipv6",
    {
      make: (choices) => `2001:db8::${(1 + choices.below(0xfff)).toString(16)}`,
      plain: /^2001:db8::[\da-f]{1,4}$/,
    },
  ],
  [
    "uri",
    {
      make: drawAddress,
      plain: /^https?:\/\/[\w.-]+(?::\d{1,4})?(?:\/[\w./-]*)?(?:\?[\w=&.-]*)?$/,
    },
  ],
  ["url", { make: drawAddress }],
  ["uri-reference", { make: (choices) => `/${drawWord(choices, "path")}`, plain: /^\/?[\w./-]*$/ }],
  ["iri", { make: drawAddress, plain: /^https?:\/\/[\w.-]+(?:\/[\w./-]*)?$/ }],
  ["iri-reference", { make: (choices) => `/${drawWord(choices, "path")}`, plain: /^\/?[\w./-]*$/ }],
  ["uri-template", { make: () => "/path/{id}", plain: /^[\w/]+$/ }],
  [
    "uuid",
    {
      make: drawUuid,
      plain: /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
    },
  ],
  ["json-pointer", { make: () => "/a/b", plain: /^(?:\/\w+)*$/ }],
  ["relative-json-pointer", { make: () => "1/a", plain: /^[1-9](?:\/\w+)*$/ }],
  ["regex", { make: () => "^a+$", plain: /^\^?\w+[+*]?\$?$/ }],
  ["byte", { make: base64, plain: /^(?:[A-Za-z\d+/]{4})+$/ }],
  ["base64", { make: base64, plain: /^(?:[A-Za-z\d+/]{4})+$/ }],
  ["base64url", { make: () => "aGVsbG8", plain: /^(?:[\w-]{4})+$/ }],
  ["int64", { make: drawDigits, plain: /^(?:0|-?[1-9]\d{0,14})$/ }],
  ["int32", { make: drawDigits, plain: /^-?\d{1,9}$/ }],
  ["uint64", { make: drawDigits, plain: /^(?:0|[1-9]\d{0,14})$/ }],
  [
    "decimal",
    { make: (choices) => `${1 + choices.below(99)}.5`, plain: /^-?\d{1,9}(?:\.\d{1,9})?$/ },
  ],
]);

/**
 * Lists strings with a format. The most usual string is first; the others may match a `pattern` in the same
 * schema. Returns an empty list if the format does not restrict strings.
 */
export function sampleFormat(name: string, choices: Choices): readonly string[] {
  const text = formats.get(name)?.make(choices);
  if (text === undefined) return [];
  if (!name.endsWith("time")) return [text];
  return ["Z", ".000Z", "+00:00", ".000000Z"].map((end) => text.replace("Z", end));
}

/**
 * Reports whether a string certainly has a format. Returns `true` if the format does not restrict strings.
 */
export function hasFormat(name: string, text: string): boolean {
  const format = formats.get(name);
  return format?.plain === undefined || format.plain.test(text);
}

function drawDay(choices: Choices): string {
  const number = choices.below(DAYS);
  if (number === 0) return "2026-01-31";
  return `2026-${twoDigits(1 + (number % 12))}-${twoDigits(1 + (number % 28))}`;
}

function twoDigits(number: number): string {
  return `${number}`.padStart(2, "0");
}

function drawWord(choices: Choices, first: string): string {
  return choices.pick([first, ...words]) ?? first;
}

function drawMailbox(choices: Choices): string {
  return `${drawWord(choices, "ada")}@example.com`;
}

function drawHost(choices: Choices): string {
  return choices.pick(["example.com", ...words.map((each) => `${each}.example.com`)]) ?? "";
}

function drawAddress(choices: Choices): string {
  return `https://example.com/${drawWord(choices, "")}`;
}

function drawUuid(choices: Choices): string {
  const hex = (count: number): string =>
    Array.from({ length: count }, () => choices.below(16).toString(16)).join("");
  const made = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  return /[1-9a-f]{3}/.test(made.slice(24)) ? made : "7c9e6679-7425-40de-944b-e07fc1f90ae7";
}

function base64(choices: Choices): string {
  return choices.pick(["aGVsbG8=", "c2FtcGxl", "d29ybGQ="]) ?? "";
}

function drawDigits(choices: Choices): string {
  return `${1 + choices.below(1000)}`;
}
