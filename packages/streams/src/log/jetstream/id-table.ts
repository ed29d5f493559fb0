// Finds numbers by ids. The table stores hashes in typed arrays, because a Map with a million ids would
// need 150 MB.

import { hash } from "node:crypto";

/** The number of records of a segment. */
export const SEGMENT = 4_096;

/**
 * The hashes of the ids of consecutive records. A hash has 64 bits, and is 0 for a record without an id.
 */
export interface IdSegment {
  /** The number of the first record. It is a multiple of `SEGMENT`, plus 1. */
  readonly from: number;
  readonly hashes: Uint32Array;
}

export interface IdTable {
  set(seq: number, id: string): void;
  /** Adds stored segments. */
  take(segments: readonly IdSegment[]): void;
  /** Returns the segment for a number. The segment may be incomplete. */
  segmentOf(seq: number): IdSegment | undefined;
  /** Returns the numbers whose ids have the same hash as an id. The highest one is first. */
  find(id: string): readonly number[];
  /** Drops the segments in which all numbers are below `first`. */
  forget(first: number): void;
}

/** Returns the first number of the segment for a record. */
export function segmentStart(seq: number): number {
  return seq - ((seq - 1) % SEGMENT);
}

const EMPTY = 0;
const SMALLEST = 65_536;
/**
 * If a larger share of the entries is used, a larger table is built. `NEW` is the maximum share after that.
 */
const FULL = 0.7;
const NEW = 0.6;
const MAX_DISTANCE = 2 ** 31 - 2;

/** Creates an empty table. */
export function createIdTable(): IdTable {
  const segments = new Map<number, IdSegment>();
  /**
   * The entries of a hash table. An entry has the distance of a number from `base`, plus 1. 0 marks a free
   * entry.
   */
  let places = new Int32Array(SMALLEST);
  let used = 0;
  let base = Number.POSITIVE_INFINITY;

  function segmentFor(seq: number): IdSegment {
    const from = segmentStart(seq);
    const known = segments.get(from);
    if (known !== undefined) return known;
    const made = { from, hashes: new Uint32Array(2 * SEGMENT) };
    segments.set(from, made);
    return made;
  }

  function addPlace(seq: number, low: number): void {
    if (used > FULL * places.length || seq < base || seq - base > MAX_DISTANCE) {
      buildPlaces();
      // `buildPlaces` has added the number, because its segment already has its hash.
      return;
    }
    used += 1;
    let at = low & (places.length - 1);
    while (places[at] !== EMPTY) at = (at + 1) & (places.length - 1);
    places[at] = seq - base + 1;
  }

  /** Builds the entries again from the segments. */
  function buildPlaces(): void {
    const all = [...segments.values()];
    base = Math.min(...all.map(({ from }) => from));
    let size = SMALLEST;
    while (NEW * size < SEGMENT * all.length) size *= 2;
    places = new Int32Array(size);
    used = 0;
    for (const { from, hashes } of all) {
      for (let at = 0; at < SEGMENT; at += 1) {
        const low = hashes[2 * at] ?? 0;
        if (low !== 0) addPlace(from + at, low);
      }
    }
  }

  return {
    set(seq, id) {
      const { from, hashes } = segmentFor(seq);
      const [low, high] = idHash(id);
      const at = 2 * (seq - from);
      if (hashes[at] === low && hashes[at + 1] === high) return;
      hashes[at] = low;
      hashes[at + 1] = high;
      addPlace(seq, low);
    },
    take(given) {
      for (const each of given) segments.set(each.from, each);
      buildPlaces();
    },
    segmentOf: (seq) => segments.get(segmentStart(seq)),
    find(id) {
      const [low, high] = idHash(id);
      const found: number[] = [];
      for (
        let at = low & (places.length - 1);
        places[at] !== EMPTY;
        at = (at + 1) & (places.length - 1)
      ) {
        const seq = base + (places[at] ?? 0) - 1;
        const known = segments.get(segmentStart(seq));
        if (known === undefined) continue;
        const place = 2 * (seq - known.from);
        if (known.hashes[place] === low && known.hashes[place + 1] === high) found.push(seq);
      }
      return found.sort((a, b) => b - a);
    },
    forget(first) {
      for (const from of segments.keys()) {
        if (from + SEGMENT <= first) segments.delete(from);
      }
    },
  };
}

/** Returns a hash of 64 bits as two numbers. The first one is never 0. */
function idHash(id: string): readonly [number, number] {
  const digest = hash("sha256", id.toWellFormed(), "buffer");
  return [digest.readUInt32LE(0) || 1, digest.readUInt32LE(4)];
}
