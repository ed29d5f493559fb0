// Small edits of JSON texts: to tokens that a reader branches on, and to characters that it does not
// expect. Each takes some microseconds, whatever the length of the text.

import type { Random } from "./random.ts";
import { oddNames, oddValues } from "./write-instance.ts";

type Edit = (text: string, random: Random) => string;

/** Changes a text in one place. */
export function mutateText(text: string, random: Random): string {
  return random.pick(edits)(text, random);
}

const numbers: readonly string[] = [
  ..."1.0 1e3 -0 01 +1 1. .5 - 0x10 1e 1E+2 -1 0 1.5 1e-1 10e-1 0.10e1 -0.0 0e999999 1e-400".split(
    " ",
  ),
  ..."9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809".split(" "),
  ..."9007199254740991 9007199254740992 9007199254740993 -9007199254740993 9007199254740992.5".split(
    " ",
  ),
  ..."9007199254740993.0 1763700000123456789 1763700000123456789.0 17637000001234567890e-1".split(
    " ",
  ),
  ..."1.763700000123456789e18 1e400 -1e400 1e308 1e18 9.3e18 18446744073709551615".split(" "),
  ..."18446744073709551616 2147483647 2147483648 -2147483649 999999999 1000000000 -1000000000".split(
    " ",
  ),
  ..."00 -01 1763700000123456788999 0.99999999999999999999 NaN Infinity 1_000 1n １".split(" "),
  "1".repeat(320),
  `0.${"0".repeat(40)}1`,
  `${"9".repeat(30)}e-30`,
];

const others: readonly string[] = [
  ...'null true false "" "x" [] {} nul True undefined \'x\' /**/ // NaN'.split(" "),
  ...oddValues,
];

const inString: readonly string[] = [
  "\\u0041",
  "\\ud83d\\ude00",
  "\\ud800",
  "\\udc00x",
  "\\/",
  "\\b\\f\\n\\r\\t",
  "\\u00e9",
  "\\u00E9",
  "\\u0000",
  "\u0000",
  "\n",
  "\t",
  "\u001f",
  "\u007f",
  "\u2028",
  "é",
  "\u{1f600}",
  "\ud800",
  "\udfff",
  "\\",
  "\\x41",
  "\\u12",
  "\\u+041",
  "\\U0041",
  '\\"',
  '"',
  "\\\\",
  "0",
];

const space: readonly string[] = [
  " ",
  "\n",
  "\t",
  "\r",
  "\r\n  ",
  "\u00a0",
  "\f",
  "\ufeff",
  "\v",
  "",
];
const strays = [...'{}[],:"\\-+.eE0123456789 tfn', "\u0000", "é", "\u{1f600}", ",,", "[[", "}}"];

/** Returns the next match of a global pattern after a random position, or else the first. */
function spot(text: string, pattern: RegExp, random: Random): RegExpExecArray | null {
  pattern.lastIndex = random.below(text.length + 1);
  const found = pattern.exec(text);
  if (found !== null) return found;
  pattern.lastIndex = 0;
  return pattern.exec(text);
}

function swap(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

function atMatch(
  pattern: RegExp,
  change: (match: string, random: Random, text: string) => string,
): Edit {
  return (text, random) => {
    const found = spot(text, pattern, random);
    if (found === null) return stray(text, random);
    const [match] = found;
    return swap(text, found.index, found.index + match.length, change(match, random, text));
  };
}

const number = /(?<=[:,[\s])-?\d[\d.eE+-]*(?=[\s,}\]])/g;
const string = /(?<=[:,[{]\s*)"(?:[^"\\]|\\.)*"/g;
const key = /"(?:[^"\\]|\\.)*"(?=\s*:)/g;
const scalar = /(?<=[:,[]\s*)(?:-?\d[\d.eE+-]*|"(?:[^"\\]|\\.)*"|true|false|null)(?=[\s,}\]])/g;
const member = /"\w+":(?:-?\d+|"[^"\\]*"|true|false|null|\{[^{}]*\}|\[[^[\]]*\])(?=[,}])/g;
const between = /[{}[\],:]/g;
const opening = /[{[]/g;

const stray: Edit = (text, random) => {
  const at = random.below(text.length + 1);
  return swap(text, at, at + random.below(2), random.pick(strays));
};

const renumber: Edit = atMatch(number, (match, random) => {
  const choice = random.below(8);
  if (choice === 0) return `${match}.0`;
  if (choice === 1) return `${match}0e-1`;
  if (choice === 2) return `-${match}`;
  if (choice === 3) return `${match}${random.below(10)}`;
  if (choice === 4) return `${match}e${random.below(4)}`;
  return random.pick(numbers);
});

const inside = (match: string, random: Random): string => {
  const at = 1 + random.below(match.length - 1);
  return swap(match, at, at + random.below(2), random.pick(inString));
};

const escapeOne = (match: string, random: Random): string => {
  const at = 1 + random.below(Math.max(1, match.length - 2));
  const digits = match.charCodeAt(at).toString(16).padStart(4, "0");
  return swap(match, at, at + 1, `\\u${digits}`);
};

function newMember(random: Random): string {
  return `${JSON.stringify(random.pick(oddNames))}:${random.pick(oddValues)}`;
}

/** Repeats a character far beyond the length that errors may quote. */
const long: Edit = atMatch(scalar, () => `"${CANARY.repeat(60)}"`);
const longKey: Edit = atMatch(opening, (match) =>
  match === "{" ? `{"${CANARY.repeat(40)}":1e5,` : `["${CANARY.repeat(60)}",`,
);

/** Marks input in errors: none of our names, messages or words contains it. */
export const CANARY = "q7Zq";

const deep: Edit = atMatch(scalar, (_, random) => {
  const depth = random.pick([3, 60, 505, 509, 510, 511, 512, 513, 600]);
  return random.chance(50)
    ? "[".repeat(depth) + "]".repeat(depth)
    : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
});

const edits: readonly Edit[] = [
  renumber,
  renumber,
  renumber,
  stray,
  stray,
  atMatch(string, inside),
  atMatch(string, inside),
  atMatch(key, inside),
  atMatch(key, escapeOne),
  atMatch(key, (match, random) =>
    random.chance(50) ? JSON.stringify(random.pick(oddNames)) : `${match.slice(0, -1)}x"`,
  ),
  atMatch(scalar, (_, random) => random.pick(others)),
  atMatch(scalar, (_, random) => random.pick(others)),
  atMatch(scalar, (_, random, text) => spot(text, scalar, random)?.[0] ?? "0"),
  atMatch(between, (match, random) => random.pick(space) + match + random.pick(space)),
  atMatch(between, (match, random) => random.pick(space) + match + random.pick(space)),
  atMatch(between, (_, random) => random.pick(["", ",", ":", "{", "}", "[", "]", ",,", "::"])),
  // Members: removed, duplicated, moved, and unknown ones.
  atMatch(member, (_, random) =>
    random.chance(50) ? newMember(random) : `"${random.below(9)}":0`,
  ),
  atMatch(member, (match, random, text) => `${spot(text, member, random)?.[0] ?? match},${match}`),
  atMatch(member, (match, random) => `${newMember(random)},${match}`),
  atMatch(member, (match, random) => `${match},${newMember(random)}`),
  (text, random) => text.replace(spot(text, /"\w+":(?:-?\d+|"[^"\\]*"),/g, random)?.[0] ?? ",", ""),
  swapMembers,
  (text, random) => text + random.pick([...space, ...strays, "{}", "null", "\u0000"]),
  (text, random) => random.pick([...space, "\ufeff", ...strays]) + text,
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => {
    const at = random.below(text.length + 1);
    return swap(text, at, at, text.slice(at, at + random.below(40)));
  },
  (text, random) => {
    const at = random.below(text.length + 1);
    return swap(text, at, at + random.below(20), "");
  },
  (text, random) => (random.chance(25) ? deep(text, random) : renumber(text, random)),
  (text, random) => (random.chance(25) ? long(text, random) : stray(text, random)),
  (text, random) => (random.chance(25) ? longKey(text, random) : escapeOneValue(text, random)),
];

function escapeOneValue(text: string, random: Random): string {
  return atMatch(string, escapeOne)(text, random);
}

function swapMembers(text: string, random: Random): string {
  const one = spot(text, member, random);
  if (one === null) return text;
  const oneText = one[0];
  const other = spot(text.slice(one.index + oneText.length), member, random);
  if (other === null) return text;
  const from = one.index + oneText.length + other.index;
  return swap(
    swap(text, from, from + other[0].length, oneText),
    one.index,
    one.index + oneText.length,
    other[0],
  );
}
