// Creates strings of the known formats.

import type { Choices } from "./random.ts";
import { words } from "./words.ts";

type Maker = (choices: Choices) => string;

const DAYS = 300;

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  [
    "date-time",
    (choices) =>
      `${drawDay(choices)}T${twoDigits(12 + choices.below(8))}:${twoDigits(choices.below(60))}:00Z`,
  ],
  ["date", drawDay],
  ["time", (choices) => `${twoDigits(12 + choices.below(8))}:${twoDigits(choices.below(60))}:00Z`],
  ["duration", (choices) => `PT${1 + choices.below(24)}H`],
  ["email", drawMailbox],
  ["idn-email", drawMailbox],
  ["hostname", drawHost],
  ["idn-hostname", drawHost],
  ["ipv4", (choices) => `192.0.2.${1 + choices.below(254)}`],
  ["ipv6", (choices) => `2001:db8::${(1 + choices.below(0xfff)).toString(16)}`],
  ["uri", drawAddress],
  ["url", drawAddress],
  ["uri-reference", (choices) => `/${drawWord(choices, "path")}`],
  ["iri", drawAddress],
  ["iri-reference", (choices) => `/${drawWord(choices, "path")}`],
  ["uri-template", () => "/path/{id}"],
  ["uuid", drawUuid],
  ["json-pointer", () => "/a/b"],
  ["relative-json-pointer", () => "1/a"],
  ["regex", () => "^a+$"],
  ["byte", base64],
  ["base64", base64],
  ["base64url", () => "aGVsbG8"],
  ["int64", drawDigits],
  ["int32", drawDigits],
  ["uint64", drawDigits],
  ["decimal", (choices) => `${1 + choices.below(99)}.5`],
]);

/**
 * Lists strings with a format. The most usual string is first; the others may match a `pattern` in the same
 * schema. Returns an empty list if the format does not restrict strings.
 */
export function sampleFormat(name: string, choices: Choices): readonly string[] {
  const text = makers.get(name)?.(choices);
  if (text === undefined) return [];
  if (!name.endsWith("time")) return [text];
  return ["Z", ".000Z", "+00:00", ".000000Z"].map((end) => text.replace("Z", end));
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
