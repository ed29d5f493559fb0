// The scanner that generated readers stand on. The emitter copies what a module needs of it into
// that module: V8 inlines calls and folds constants within a module only, which makes decoding a
// fifth faster than an import would. It is one long file for the same reason: its parts share the
// place in the text and call each other, and only what a module uses of it is copied.

// Declared here, imported by the module that the scanner is copied into.

declare function createScratch(capacity: number): Scratch;

declare function readJson(text: string, limits: object): unknown;

/** Holds a text as bytes, one for each UTF-16 unit. */
export interface Scratch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  load(input: string | Uint8Array): string | undefined;
}

/** Is the part of a codec that reads a value inside another. */
interface ValueDecoder<Value> {
  decode(text: string): Value;
}

/** For texts of up to 2^20 UTF-16 units; longer ones take the slow path. */
export const scratch: Scratch = createScratch(1 << 20);

export const view: DataView = new DataView(scratch.bytes.buffer);

/** The text, which strings are cut from. */
let source = "";

/** The place of the next unit, in the text and in the bytes alike. */
let at = 0;

/** Puts a text into the scratch; false when it does not fit or is not UTF-8. */
function loadText(input: string | Uint8Array): boolean {
  const loaded = scratch.load(input);
  if (loaded === undefined) return false;
  source = loaded;
  at = 0;
  // Stops every scan, even behind a backslash: what stands behind is left from other texts.
  view.setUint16(source.length, 0);
  return true;
}

/** Tells whether nothing but white space is left. */
function isDone(): boolean {
  skipSpace();
  return at === source.length;
}

/** Makes the reader of a whole text. */
export function readWhole<Value>(readValue: () => Value): (input: string | Uint8Array) => Value {
  return (input) => {
    if (!loadText(input)) giveUp();
    const value = readValue();
    return isDone() ? value : giveUp();
  };
}

/** Makes the reader of a whole text into something; it gives false when it leaves the text to the codec. */
export function readWholeInto<Into>(
  readInto: (into: Into) => void,
): (input: string | Uint8Array, into: Into) => boolean {
  return (input, into) => {
    try {
      if (!loadText(input)) return false;
      readInto(into);
      return isDone();
    } catch {
      return false;
    }
  };
}

/** Leaves the fast path: the codec behind it reads the text again, and says what is wrong if anything is. */
export function giveUp(): never {
  throw offPath;
}

/** Is thrown often enough that it must not collect a stack. */
const offPath: Error = Object.freeze(new Error("off the fast path"));

/** Skips white space; tells whether there was any. */
function skipSpace(): boolean {
  const start = at;
  at = behindSpace(start);
  return at > start;
}

/** Finds the next place that has no white space. */
function behindSpace(from: number): number {
  let q = from;
  for (;;) {
    // Four spaces, as indentation has them.
    while (view.getInt32(q, true) === 0x20202020) q += 4;
    const unit = view.getUint8(q);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return q;
    q += 1;
  }
}

/** Gives the number that four digits make, less than 0 when one is no digit. */
function fourDigits(word: number): number {
  const digits = (word - 0x30303030) | 0;
  if (((digits | (digits + 0x76767676)) & 0x80808080) !== 0) return -1;
  return (
    (digits & 255) * 1000 +
    ((digits >> 8) & 255) * 100 +
    ((digits >> 16) & 255) * 10 +
    (digits >>> 24)
  );
}

/** Reads an integer of at most 15 digits. */
export function readInteger(): number {
  let value = view.getUint8(at) - 48;
  if (value < 0 || value > 9) return readRareInteger();
  let q = at + 1;
  let digit = view.getUint8(q) - 48;
  if (value === 0 && digit >= 0 && digit <= 9) giveUp();
  while (digit >= 0 && digit <= 9) {
    value = value * 10 + digit;
    q += 1;
    digit = view.getUint8(q) - 48;
  }
  if (q - at > 15) giveUp();
  at = q;
  return value;
}

/** Reads an integer that does not begin with a digit. */
function readRareInteger(): number {
  if (view.getUint8(at) !== 45) return skipSpace() ? readInteger() : giveUp();
  at += 1;
  return isDigit(view.getUint8(at)) ? -readInteger() : giveUp();
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Reads an integer within bounds. */
export function readIntegerIn(least: number, most: number): number {
  const value = readInteger();
  return value >= least && value <= most ? value : giveUp();
}

/** Holds the bigints of small numbers that were read: making one costs more. */
const smallIntegers: bigint[] = new Array<bigint>(4096);

function keepInteger(value: number): bigint {
  const integer = BigInt(value);
  if (value < smallIntegers.length) smallIntegers[value] = integer;
  return integer;
}

/** Reads an integer from -(2^63) to 2^63 - 1. */
export function readInt64(): bigint {
  let value = view.getUint8(at) - 48;
  if (value < 0 || value > 9) return readRareInt64();
  let q = at + 1;
  let digit = view.getUint8(q) - 48;
  if (value === 0 && digit >= 0 && digit <= 9) giveUp();
  while (digit >= 0 && digit <= 9) {
    value = value * 10 + digit;
    q += 1;
    digit = view.getUint8(q) - 48;
  }
  if (q - at > 15) return longInt64(at, q);
  at = q;
  return smallIntegers[value] ?? keepInteger(value);
}

/** Reads an int64 that does not begin with a digit. */
function readRareInt64(): bigint {
  const start = at;
  if (view.getUint8(at) !== 45) return skipSpace() ? readInt64() : giveUp();
  let q = at + 1;
  while (isDigit(view.getUint8(q))) q += 1;
  if (q === start + 1 || (view.getUint8(start + 1) === 48 && q > start + 2)) giveUp();
  return longInt64(start, q);
}

/** Takes an int64 from the text between two places. */
function longInt64(start: number, behind: number): bigint {
  if (behind - start > 20) giveUp();
  at = behind;
  const value = BigInt(source.substring(start, behind));
  return BigInt.asIntN(64, value) === value ? value : giveUp();
}

/** Reads an int64 that is most likely a time in nanoseconds: 19 digits. */
export function readTimeInt64(): bigint {
  const a = fourDigits(view.getInt32(at, true));
  const b = fourDigits(view.getInt32(at + 4, true));
  const c = fourDigits(view.getInt32(at + 8, true));
  const d = fourDigits(view.getInt32(at + 12, true));
  const e = view.getUint8(at + 16) - 48;
  const f = view.getUint8(at + 17) - 48;
  const g = view.getUint8(at + 18) - 48;
  if ((a | b | c | d | e | f | g) < 0 || e > 9 || f > 9 || g > 9) return readInt64();
  // Smaller has a leading zero, larger may exceed an int64.
  if (a < 1000 || a > 9222 || isDigit(view.getUint8(at + 19))) return readInt64();
  at += 19;
  const hundreds = (c / 100) | 0;
  const high = (a * 10000 + b) * 100 + hundreds;
  const low = (c - hundreds * 100) * 10000000 + d * 1000 + e * 100 + f * 10 + g;
  return BigInt.asIntN(64, BigInt(high) * 1000000000n + BigInt(low));
}

/** Reads an int64 within bounds. */
export function readInt64In(least: bigint, most: bigint): bigint {
  const value = readInt64();
  return value >= least && value <= most ? value : giveUp();
}

/** Reads an int64 of at least 0. */
export function readNaturalInt64(): bigint {
  if (view.getUint8(at) <= 32) skipSpace();
  return view.getUint8(at) === 45 ? giveUp() : readInt64();
}

/** Reads a number as JSON.parse does. */
export function readNumber(): number {
  if (view.getUint8(at) <= 32) skipSpace();
  const short = readShortNumber();
  if (!Number.isNaN(short)) return short;
  const start = at;
  skipNumber();
  const value = Number(source.substring(start, at));
  return Number.isFinite(value) ? value : giveUp();
}

const powersOfTen: readonly number[] = Array.from({ length: 16 }, (_, power) => 10 ** power);

/** Reads a number of at most 15 digits without an exponent; NaN, and nothing read, when there is another. */
function readShortNumber(): number {
  const isNegative = view.getUint8(at) === 45;
  const start = isNegative ? at + 1 : at;
  let q = start;
  let value = 0;
  let unit = view.getUint8(q);
  while (unit >= 48 && unit <= 57) {
    value = value * 10 + unit - 48;
    q += 1;
    unit = view.getUint8(q);
  }
  let digits = q - start;
  if (digits === 0 || (digits > 1 && view.getUint8(start) === 48)) return Number.NaN;
  if (unit === 46) {
    const point = q;
    q += 1;
    unit = view.getUint8(q);
    while (unit >= 48 && unit <= 57) {
      value = value * 10 + unit - 48;
      q += 1;
      unit = view.getUint8(q);
    }
    const decimals = q - point - 1;
    digits += decimals;
    if (decimals === 0 || digits > 15) return Number.NaN;
    // Both are exact, so the quotient is the nearest double.
    value /= powersOfTen[decimals] ?? 1;
  }
  if (digits > 15 || (unit | 0x20) === 0x65) return Number.NaN;
  at = q;
  return isNegative ? -value : value;
}

/** Goes behind a number, however it is written. */
function skipNumber(): void {
  if (view.getUint8(at) === 45) at += 1;
  if (view.getUint8(at) === 48) at += 1;
  else skipDigits();
  if (view.getUint8(at) === 46) {
    at += 1;
    skipDigits();
  }
  if ((view.getUint8(at) | 0x20) === 0x65) {
    at += 1;
    const sign = view.getUint8(at);
    if (sign === 43 || sign === 45) at += 1;
    skipDigits();
  }
}

/** Reads a number within bounds. */
export function readNumberIn(least: number, most: number): number {
  const value = readNumber();
  return value >= least && value <= most ? value : giveUp();
}

function skipDigits(): void {
  const start = at;
  let unit = view.getUint8(at);
  while (unit >= 48 && unit <= 57) {
    at += 1;
    unit = view.getUint8(at);
  }
  if (at === start) giveUp();
}

/** Reads `true` or `false`. */
export function readBoolean(): boolean {
  const word = view.getInt32(at, true);
  // "true"
  if (word === 0x65757274) {
    at += 4;
    return true;
  }
  // "false"
  if (word === 0x736c6166 && view.getUint8(at + 4) === 0x65) {
    at += 5;
    return false;
  }
  return skipSpace() ? readBoolean() : giveUp();
}

/** Reads `null` if it stands here. */
export function readNull(): boolean {
  // "null"
  if (view.getInt32(at, true) === 0x6c6c756e) {
    at += 4;
    return true;
  }
  return skipSpace() ? readNull() : false;
}

/** Reads a string. */
export function readString(): string {
  if (view.getUint8(at) !== 34) return skipSpace() ? readString() : giveUp();
  const start = at + 1;
  const stop = stringStop(start);
  const unit = view.getUint8(stop);
  if (unit === 92) return readEscapedString(start, stop);
  if (unit !== 34) giveUp();
  at = stop + 1;
  return source.substring(start, stop);
}

/** Finds the next quote, backslash or control. */
function stringStop(from: number): number {
  let q = from;
  for (;;) {
    const word = view.getInt32(q, true);
    // A quote trades places with the space, and stands behind the controls.
    const low = (word ^ 0x02020202) - 0x21212121;
    const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
    const stops = (low | backslashes) & ~word & 0x80808080;
    // The lowest mark is the first stop; those above it may be carried over.
    if (stops !== 0) return q + ((31 - Math.clz32(stops & -stops)) >> 3);
    q += 4;
  }
}

/** Reads a string from its first escape on. */
function readEscapedString(start: number, from: number): string {
  at = behindString(from);
  const value: unknown = JSON.parse(source.substring(start - 1, at));
  return typeof value === "string" ? value : giveUp();
}

/** Finds the place behind the closing quote of a string. */
function behindString(from: number): number {
  let q = stringStop(from);
  while (view.getUint8(q) === 92) q = stringStop(q + 2);
  return view.getUint8(q) === 34 ? q + 1 : giveUp();
}

/** Reads a string of so many characters; a pair of surrogates is one. */
export function readStringIn(least: number, most: number): string {
  const value = readString();
  let length = value.length;
  if (length < least) giveUp();
  if (length > most || length < least * 2) {
    for (let index = 0; index < value.length; index += 1) {
      if ((value.codePointAt(index) ?? 0) > 0xffff) {
        length -= 1;
        index += 1;
      }
    }
  }
  return length >= least && length <= most ? value : giveUp();
}

/** Reads a string that satisfies a rule. */
export function readStringThat(holds: (value: string) => boolean): string {
  const value = readString();
  return holds(value) ? value : giveUp();
}

/** Gives the number that two digits make, less than 0 when one is no digit. */
function twoDigits(place: number): number {
  const tens = view.getUint8(place) - 48;
  const ones = view.getUint8(place + 1) - 48;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}

/** Reads a date-time; unusual ones are left to the rule. */
export function readDateTime(holds: (value: string) => boolean): string {
  const start = at + 1;
  const end = usualDateTimeEnd(start);
  if (end === -1 || view.getUint8(at) !== 34 || view.getUint8(end) !== 34) {
    return readStringThat(holds);
  }
  at = end + 1;
  return source.substring(start, end);
}

/** Finds the place behind a date-time that needs no calendar, with a `Z` at its end; -1 when there is another text. */
export function usualDateTimeEnd(start: number): number {
  const month = twoDigits(start + 5);
  const day = twoDigits(start + 8);
  const hour = twoDigits(start + 11);
  const minute = twoDigits(start + 14);
  const second = twoDigits(start + 17);
  const isUsual = month > 0 && month < 13 && month !== 2 && day > 0 && day < 31;
  const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  if (!isUsual || !isTime || fourDigits(view.getInt32(start, true)) < 0) return -1;
  if (view.getUint8(start + 4) !== 45 || view.getUint8(start + 7) !== 45) return -1;
  if (view.getUint8(start + 13) !== 58 || view.getUint8(start + 16) !== 58) return -1;
  if (view.getUint8(start + 10) !== 84) return -1;
  let q = start + 19;
  if (view.getUint8(q) === 46) {
    q += 1;
    if (!isDigit(view.getUint8(q))) return -1;
    while (isDigit(view.getUint8(q))) q += 1;
  }
  return view.getUint8(q) === 90 ? q + 1 : -1;
}

/** Makes a set of characters: 1 where one is allowed. */
export function characterSet(characters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

/** Reads a string of so many characters of an ASCII set. */
export function readStringOf(set: Uint8Array, least: number, most: number): string {
  if (view.getUint8(at) !== 34) return skipSpace() ? readStringOf(set, least, most) : giveUp();
  const start = at + 1;
  let q = start;
  while (set[view.getUint8(q)] === 1) q += 1;
  if (view.getUint8(q) !== 34 || q - start < least || q - start > most) giveUp();
  at = q + 1;
  return source.substring(start, q);
}

const hexDigits: Uint8Array = characterSet("0123456789abcdefABCDEF");

/** Reads a UUID: 8-4-4-4-12 hexadecimal digits. */
export function readUuid(): string {
  if (view.getUint8(at) !== 34) return skipSpace() ? readUuid() : giveUp();
  const start = at + 1;
  for (let q = start; q < start + 36; q += 1) {
    const unit = view.getUint8(q);
    if (hexDigits[unit] === 1) continue;
    const place = q - start;
    if (unit !== 45 || (place !== 8 && place !== 13 && place !== 18 && place !== 23)) giveUp();
  }
  // A digit where a hyphen belongs.
  if (view.getUint8(start + 8) !== 45 || view.getUint8(start + 13) !== 45) giveUp();
  if (view.getUint8(start + 18) !== 45 || view.getUint8(start + 23) !== 45) giveUp();
  if (view.getUint8(start + 36) !== 34) giveUp();
  at = start + 37;
  return source.substring(start, start + 36);
}

/** Holds the strings of an enumeration. */
interface WordSet<Word extends string> {
  readonly words: readonly Word[];
  readonly names: MemberNames;
}

/** Prepares the strings of an enumeration for `readOneOf`. */
export function wordSet<const Word extends string>(...words: readonly Word[]): WordSet<Word> {
  return { words, names: memberNames(...words) };
}

/** Reads one of the strings of a set; undefined, and nothing read, when there is another. */
function knownWord<Word extends string>({ words, names }: WordSet<Word>): Word | undefined {
  if (view.getUint8(at) !== 34) skipSpace();
  if (view.getUint8(at) !== 34) return undefined;
  const name = findName(names, at + 1);
  if (name === undefined) return undefined;
  at += name.length + 1;
  return words[name.index];
}

/** Reads one of the strings of a set. */
export function readOneOf<Word extends string>(set: WordSet<Word>): Word {
  return knownWord(set) ?? giveUp();
}

/** Reads one of the strings of a set, or any other. */
export function readOneOfOpen<Word extends string>(set: WordSet<Word>): Word | (string & {}) {
  return knownWord(set) ?? readString();
}

/** Reads the one string that is allowed. */
export function readWord<const Word extends string>(word: Word): Word {
  return readString() === word ? word : giveUp();
}

/** Reads an array. */
export function readArray<Item>(readItem: () => Item): Item[] {
  if (view.getUint8(at) !== 0x5b) return skipSpace() ? readArray(readItem) : giveUp();
  at += 1;
  const items: Item[] = [];
  let unit = view.getUint8(at);
  if (unit <= 32) {
    skipSpace();
    unit = view.getUint8(at);
  }
  if (unit === 0x5d) {
    at += 1;
    return items;
  }
  for (;;) {
    items.push(readItem());
    unit = view.getUint8(at);
    if (unit <= 32) {
      skipSpace();
      unit = view.getUint8(at);
    }
    at += 1;
    if (unit === 0x5d) return items;
    if (unit !== 0x2c) giveUp();
  }
}

/** Goes to the first item of an array; false, and behind it, when it has none. */
export function entersArray(): boolean {
  if (view.getUint8(at) !== 0x5b) giveUp();
  at += 1;
  if (view.getUint8(at) !== 0x5d) return true;
  at += 1;
  return false;
}

/** Goes to the next item of an array; false, and behind the array, when there is none. */
export function hasNextItem(): boolean {
  const unit = view.getUint8(at);
  at += 1;
  return unit === 0x2c || (unit === 0x5d ? false : giveUp());
}

/** Reads units that make, with nanos beside them, a double of nanos that is exact. */
export function readColumnUnits(): number {
  return readIntegerIn(-9_007_198, 9_007_198);
}

/** Reads an array of so many items. */
export function readArrayIn<Item>(readItem: () => Item, least: number, most: number): Item[] {
  const items = readArray(readItem);
  return items.length >= least && items.length <= most ? items : giveUp();
}

/** Holds the names of the members of an object. */
interface MemberNames {
  readonly names: readonly string[];
  /** Is empty, as `byHash` is, until a name is looked for. */
  inOrder: readonly MemberName[];
  /** By a hash of their first bytes. */
  byHash: readonly (MemberName | undefined)[];
}

/** Is a name and its closing quote, four bytes a word; the last word overlaps the one before. */
interface MemberName {
  readonly index: number;
  readonly length: number;
  readonly words: Int32Array;
  readonly last: number;
  readonly lastMask: number;
  /** Another name of the same hash. */
  next: MemberName | undefined;
}

export const encoder: TextEncoder = new TextEncoder();

/** Lists the names of members for `nextMember`. */
export function memberNames(...names: readonly string[]): MemberNames {
  return { names, inOrder: [], byHash: [] };
}

/** Prepares names for being looked for. */
function prepareNames(names: MemberNames): void {
  const byHash: (MemberName | undefined)[] = Array.from({ length: 64 }, () => undefined);
  names.inOrder = names.names.map((name, index): MemberName => {
    const quoted = new DataView(encoder.encode(`${name}"   `).buffer);
    const length = name.length + 1;
    const words = Int32Array.from({ length: length >> 2 }, (_, word) =>
      quoted.getInt32(word * 4, true),
    );
    const lastMask = length < 4 ? (1 << (length * 8)) - 1 : -1;
    const last = quoted.getInt32(Math.max(0, length - 4), true) & lastMask;
    const slot = hashOf(quoted.getUint8(0), quoted.getUint8(1));
    const made: MemberName = { index, length, words, last, lastMask, next: byHash[slot] };
    byHash[slot] = made;
    return made;
  });
  names.byHash = byHash;
}

/** Spreads names by their first two characters. */
function hashOf(first: number, second: number): number {
  return (first * 7 + second) & 63;
}

/** Tells whether the name stands at a place, and a quote behind it. */
function isName({ length, words, last, lastMask }: MemberName, start: number): boolean {
  for (let word = 0; word < words.length; word += 1) {
    if (view.getInt32(start + word * 4, true) !== words[word]) return false;
  }
  const tail = length < 4 ? start : start + length - 4;
  return (view.getInt32(tail, true) & lastMask) === last;
}

/** Finds the name that stands at a place, and a quote behind it. */
function findName(names: MemberNames, start: number): MemberName | undefined {
  if (names.byHash.length === 0) prepareNames(names);
  let name = names.byHash[hashOf(view.getUint8(start), view.getUint8(start + 1))];
  while (name !== undefined && !isName(name, start)) name = name.next;
  return name;
}

/** Says that an object has no further member. */
const noMember = -2;

/** Says that the contract does not name the member. */
const otherMember = -1;

/** The name of a member that the contract does not name. */
let otherName = "";

/** Goes to the value of the first member; gives its index, `otherMember` or `noMember`. */
export function firstMember(names: MemberNames): number {
  let q = at;
  if (view.getUint8(q) !== 0x7b) q = behindSpace(q);
  if (view.getUint8(q) !== 0x7b) giveUp();
  q += 1;
  if (view.getUint8(q) <= 32) q = behindSpace(q);
  if (view.getUint8(q) !== 0x7d) return readName(names, 0, q);
  at = q + 1;
  return noMember;
}

/** Goes to the value of the next member; `expected` is the index it would have in order. */
export function nextMember(names: MemberNames, expected: number): number {
  let q = at;
  if (view.getUint8(q) <= 32) q = behindSpace(q);
  const unit = view.getUint8(q);
  q += 1;
  if (unit === 0x2c) return readName(names, expected, q);
  if (unit !== 0x7d) giveUp();
  at = q;
  return noMember;
}

/** Reads the name of a member, from a place on, and goes to its value. */
function readName(names: MemberNames, expected: number, from: number): number {
  let q = from;
  // One space is what many writers put.
  if (view.getUint8(q) === 32) q += 1;
  if (view.getUint8(q) <= 32) q = behindSpace(q);
  if (view.getUint8(q) !== 34) giveUp();
  const start = q + 1;
  let name = names.inOrder[expected];
  if (name === undefined || !isName(name, start)) {
    name = findName(names, start);
  }
  q = name === undefined ? behindOtherName(start) : start + name.length;
  if (view.getUint8(q) !== 0x3a) q = behindSpace(q);
  if (view.getUint8(q) !== 0x3a) giveUp();
  q += 1;
  if (view.getUint8(q) === 32) q += 1;
  if (view.getUint8(q) <= 32) q = behindSpace(q);
  at = q;
  return name === undefined ? otherMember : name.index;
}

/** Names that the contract does not have and that were met before, one for each hash. */
const metNames: string[] = Array.from({ length: 64 }, () => "");

/** Longer names are not kept. */
const longestMetName: number = 64;

/** Takes a name that the contract does not have; gives the place behind its quote. */
function behindOtherName(start: number): number {
  const slot = hashOf(view.getUint8(start), view.getUint8(start + 1));
  const met = metNames[slot] ?? "";
  let q = start;
  while (q - start < met.length && view.getUint8(q) === met.charCodeAt(q - start)) q += 1;
  if (q > start && q - start === met.length && view.getUint8(q) === 34) {
    otherName = met;
    return q + 1;
  }
  let isAscii = true;
  for (let unit = view.getUint8(q); unit !== 34; unit = view.getUint8(q)) {
    // The codec knows what escapes mean.
    if (unit < 32 || unit === 92) giveUp();
    // Stands for many characters, or may.
    if (unit > 127) isAscii = false;
    q += 1;
  }
  otherName = source.substring(start, q);
  // Assignment would take it for the prototype.
  if (otherName === "__proto__") giveUp();
  if (isAscii && q - start <= longestMetName) metNames[slot] = otherName;
  return q + 1;
}

/** Keeps a member that the contract does not name. */
export function readOther<Value>(
  others: Record<string, Value> | undefined,
  readValue: () => Value,
): Record<string, Value> {
  const name = otherName;
  const members = others ?? {};
  members[name] = readValue();
  return members;
}

/** Puts the members that the contract does not name into an object. */
export function withOthers<Value extends object>(
  value: Value,
  others: Readonly<Record<string, unknown>>,
): Value {
  return Object.assign(value, others);
}

const noNames: MemberNames = memberNames();

/** Reads an object whose members may have any name. */
export function readMap<Value>(readValue: () => Value): Record<string, Value> {
  const value: Record<string, Value> = {};
  let member = firstMember(noNames);
  while (member !== noMember) {
    const name = otherName;
    value[name] = readValue();
    member = nextMember(noNames, 0);
  }
  return value;
}

/** Says how deep a value of any kind may nest: deeper nesting is counted from the outermost value, by the codec. */
const deepest: number = 32;

/** Reads any value; integers that are not safe become bigint. */
export function readAny(): unknown {
  return readAnyWithin(deepest);
}

function readAnyWithin(depth: number): unknown {
  if (view.getUint8(at) <= 32) skipSpace();
  switch (view.getUint8(at)) {
    case 34:
      return readString();
    case 0x7b:
      return depth === 0 ? giveUp() : readAnyObject(depth - 1);
    case 0x5b:
      return depth === 0 ? giveUp() : readAnyArray(depth - 1);
    case 0x74:
    case 0x66:
      return readBoolean();
    case 0x6e:
      return readNull() ? null : giveUp();
    default:
      return readAnyNumber();
  }
}

function readAnyObject(depth: number): unknown {
  const value: Record<string, unknown> = {};
  let member = firstMember(noNames);
  while (member !== noMember) {
    const name = otherName;
    value[name] = readAnyWithin(depth);
    member = nextMember(noNames, 0);
  }
  return value;
}

function readAnyArray(depth: number): unknown {
  const items: unknown[] = [];
  at += 1;
  if (view.getUint8(at) <= 32) skipSpace();
  if (view.getUint8(at) === 0x5d) {
    at += 1;
    return items;
  }
  for (;;) {
    items.push(readAnyWithin(depth));
    if (view.getUint8(at) <= 32) skipSpace();
    const unit = view.getUint8(at);
    at += 1;
    if (unit === 0x5d) return items;
    if (unit !== 0x2c) giveUp();
  }
}

function readAnyNumber(): unknown {
  const short = readShortNumber();
  if (!Number.isNaN(short)) return short;
  const start = at;
  skipNumber();
  return readJson(source.substring(start, at), {});
}

/** Reads a value by a codec of its own. */
export function readThrough<Value>(codec: ValueDecoder<Value>): Value {
  skipSpace();
  const start = at;
  skipValue();
  return codec.decode(source.substring(start, at));
}

/** Looks ahead for the string that the next member of a name holds; `""` when it holds none. Only a hint. */
export function findTag(quotedName: string): string {
  const name = source.indexOf(quotedName, at);
  if (name === -1) return "";
  const colon = source.indexOf(":", name + quotedName.length);
  const start = source.indexOf('"', colon) + 1;
  return start === 0 || colon === -1 ? "" : source.substring(start, source.indexOf('"', start));
}

/** Goes behind a value, whose text a codec judges. */
function skipValue(): void {
  let depth = 0;
  for (;;) {
    const unit = view.getUint8(at);
    if (unit === 34) {
      at = behindString(at + 1);
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > deepest) giveUp();
      at += 1;
      continue;
    } else if (unit === 0x7d || unit === 0x5d) {
      if (depth === 0) return;
      depth -= 1;
      at += 1;
    } else if (unit === 0x2c && depth === 0) {
      return;
    } else if (unit === 0) {
      giveUp();
    } else {
      at += 1;
      if (depth === 0) continue;
    }
    if (depth === 0 && (unit === 34 || unit === 0x7d || unit === 0x5d)) return;
  }
}
