// Names of members and words of enumerations, prepared for comparing them with bytes.

import { encoder, sharedView } from "./scan.ts";

// Declared here, so that V8 folds them: see scan.ts.
const view: DataView = sharedView;

/** Holds the names of the members of an object. */
export interface MemberNames {
  readonly names: readonly string[];
  /** Empty, as `byHash` is, until a name is looked for. */
  inOrder: readonly MemberName[];
  /** By a hash of their first bytes. */
  byHash: readonly (MemberName | undefined)[];
}

/** A name and its closing quote, four bytes a word; the last word overlaps the one before. */
interface MemberName {
  readonly index: number;
  readonly length: number;
  readonly words: Int32Array;
  readonly last: number;
  readonly lastMask: number;
  /** Another name of the same hash. */
  next: MemberName | undefined;
}

/** Lists the names of members for `nextMember`. */
export function memberNames(names: readonly string[]): MemberNames {
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
export function hashOf(first: number, second: number): number {
  return (first * 7 + second) & 63;
}

/** Reports whether the name stands at an offset, with a quote behind it. */
export function isName({ length, words, last, lastMask }: MemberName, start: number): boolean {
  for (let word = 0; word < words.length; word += 1) {
    if (view.getInt32(start + word * 4, true) !== words[word]) return false;
  }
  const tail = length < 4 ? start : start + length - 4;
  return (view.getInt32(tail, true) & lastMask) === last;
}

/** Finds the name that stands at a place, and a quote behind it. */
export function findName(names: MemberNames, start: number): MemberName | undefined {
  if (names.byHash.length === 0) prepareNames(names);
  let name = names.byHash[hashOf(view.getUint8(start), view.getUint8(start + 1))];
  while (name !== undefined && !isName(name, start)) name = name.next;
  return name;
}
