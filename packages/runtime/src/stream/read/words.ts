// Readers of booleans, null, constants and enumerations.

import { findName, type MemberNames, memberNames } from "./member-names.ts";
import { readString } from "./scalars.ts";
import { giveUp, type Scan, sharedScan, sharedView, skipSpace } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;
const scan: Scan = sharedScan;

/** Reads `true` or `false`. */
export function readBoolean(): boolean {
  const word = view.getInt32(scan.at, true);
  // "true"
  if (word === 0x65757274) {
    scan.at += 4;
    return true;
  }
  // "false"
  if (word === 0x736c6166 && view.getUint8(scan.at + 4) === 0x65) {
    scan.at += 5;
    return false;
  }
  return skipSpace() ? readBoolean() : giveUp();
}

/** Reads `null` if it is next. */
export function readNull(): boolean {
  // "null"
  if (view.getInt32(scan.at, true) === 0x6c6c756e) {
    scan.at += 4;
    return true;
  }
  return skipSpace() ? readNull() : false;
}

/** The strings of an enumeration. */
export interface WordSet<Word extends string> {
  readonly words: readonly Word[];
  readonly names: MemberNames;
}

/** Prepares the strings of an enumeration for `readOneOf`. */
export function wordSet<const Word extends string>(...words: readonly Word[]): WordSet<Word> {
  return { words, names: memberNames(words) };
}

/** Reads one of the strings of a set; for any other string, reads nothing and returns undefined. */
function knownWord<Word extends string>({ words, names }: WordSet<Word>): Word | undefined {
  if (view.getUint8(scan.at) !== 34) skipSpace();
  if (view.getUint8(scan.at) !== 34) return undefined;
  const name = findName(names, scan.at + 1);
  if (name === undefined) return undefined;
  scan.at += name.length + 1;
  return words[name.index];
}

/** Reads one of the strings of a set. */
export function readOneOf<Word extends string>(set: WordSet<Word>): Word {
  return knownWord(set) ?? giveUp();
}

/** Reads a string, which may be one of the strings of a set or any other string. */
export function readOneOfOpen<Word extends string>(set: WordSet<Word>): Word | (string & {}) {
  return knownWord(set) ?? readString();
}

/** Reads the only allowed string. */
export function readWord<const Word extends string>(word: Word): Word {
  const start = scan.at + 1;
  let index = 0;
  while (index < word.length && view.getUint8(start + index) === word.charCodeAt(index)) index += 1;
  const isPlain = index === word.length && view.getUint8(start + index) === 34;
  // The string contains escapes, or white space precedes it.
  if (!isPlain || view.getUint8(start - 1) !== 34) return readString() === word ? word : giveUp();
  scan.at = start + index + 1;
  return word;
}
