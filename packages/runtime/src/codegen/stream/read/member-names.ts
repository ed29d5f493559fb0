// Names of members and words of enumerations, prepared for comparison with bytes.

import { encoder, sharedView } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;

/** The names of the members of an object. */
export interface MemberNames {
  readonly names: readonly string[];
  /** Empty, like `byHash`, until a name is first looked up. */
  inOrder: readonly MemberName[];
  /** The names by a hash of their first two characters. */
  byHash: readonly (MemberName | undefined)[];
}

/**
 * A name and its closing quote, as words of four bytes; the last word overlaps the previous one.
 */
interface MemberName {
  readonly index: number;
  readonly length: number;
  readonly words: Int32Array;
  readonly last: number;
  readonly lastMask: number;
  /** Another name with the same hash. */
  next: MemberName | undefined;
}

/** Creates the list of member names for `nextMember`. */
export function memberNames(names: readonly string[]): MemberNames {
  return { names, inOrder: [], byHash: [] };
}

/** Prepares names for lookups. */
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

/** Returns the hash of a name's first two characters. */
export function hashOf(first: number, second: number): number {
  return (first * 7 + second) & 63;
}

/** Reports whether the name is at an offset, followed by a quote. */
export function isName({ length, words, last, lastMask }: MemberName, start: number): boolean {
  for (let word = 0; word < words.length; word += 1) {
    if (view.getInt32(start + word * 4, true) !== words[word]) return false;
  }
  const tail = length < 4 ? start : start + length - 4;
  return (view.getInt32(tail, true) & lastMask) === last;
}

/** Finds the name at a position, followed by a quote. */
export function findName(names: MemberNames, start: number): MemberName | undefined {
  if (names.byHash.length === 0) prepareNames(names);
  let name = names.byHash[hashOf(view.getUint8(start), view.getUint8(start + 1))];
  while (name !== undefined && !isName(name, start)) name = name.next;
  return name;
}
