// Names of members and words of enumerations, prepared for comparison with bytes.

import { encoder, sharedView } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const view: DataView = sharedView;

/** The names of the members of an object. */
export interface MemberNames {
  readonly names: readonly string[];
  /** Empty until a name is first looked up. The same is true of `byHash`. */
  inOrder: readonly MemberName[];
  /** The names by a hash of their first two characters. */
  byHash: readonly (MemberName | undefined)[];
}

/** A name and its closing quote, as numbers. */
interface MemberName {
  readonly index: number;
  readonly length: number;
  /** The first four bytes of the name and its closing quote. `mask` has ones for the bytes that exist. */
  readonly head: number;
  readonly mask: number;
  /**
   * The words between the first four and the last four bytes. The last word may overlap the last
   * four bytes.
   */
  readonly words: Int32Array;
  /** The last four bytes. */
  readonly tail: number;
  /** The next name with the same hash. */
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
    const mask = length < 4 ? (1 << (length * 8)) - 1 : -1;
    const head = quoted.getInt32(0, true) & mask;
    const words = Int32Array.from({ length: Math.max(0, (length - 5) >> 2) }, (_, word) =>
      quoted.getInt32(word * 4 + 4, true),
    );
    const tail = length < 4 ? head : quoted.getInt32(length - 4, true);
    const slot = hashOf(quoted.getUint8(0), quoted.getUint8(1));
    const made: MemberName = { index, length, head, mask, words, tail, next: byHash[slot] };
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
export function isName({ length, head, mask, words, tail }: MemberName, start: number): boolean {
  if ((view.getInt32(start, true) & mask) !== head) return false;
  if (length <= 4) return true;
  if (view.getInt32(start + length - 4, true) !== tail) return false;
  for (let word = 0; word < words.length; word += 1) {
    if (view.getInt32(start + 4 + word * 4, true) !== words[word]) return false;
  }
  return true;
}

/** Finds the name at a position, followed by a quote. */
export function findName(names: MemberNames, start: number): MemberName | undefined {
  if (names.byHash.length === 0) prepareNames(names);
  let name = names.byHash[hashOf(view.getUint8(start), view.getUint8(start + 1))];
  while (name !== undefined && !isName(name, start)) name = name.next;
  return name;
}
