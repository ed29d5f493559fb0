// A table from ids to numbers. It stores hashes in typed arrays, because a Map of a million ids would need
// 150 MB.

import { hash } from "node:crypto";

/** The number of records of a segment. */
export const SEGMENT = 4_096;

/** The hashes of the ids of consecutive records, 64 bits each; 0 for a record without an id. */
export interface IdSegment {
  /** The number of the first record: 1 more than a multiple of `SEGMENT`. */
  readonly from: number;
  readonly hashes: Uint32Array;
}

export interface IdTable {
  set(seq: number, id: string): void;
  /** Adds segments that were computed earlier. */
  take(segments: readonly IdSegment[]): void;
  /** Returns the segment that contains a number, complete or not. */
  segmentOf(seq: number): IdSegment | undefined;
  /** Returns the numbers that an id may have, highest first. */
  find(id: string): readonly number[];
  /** Drops the segments whose records are all below a number. */
  forget(first: number): void;
}

/** Returns the first number of the segment that contains a record. */
export function segmentStart(seq: number): number {
  return seq - ((seq - 1) % SEGMENT);
}

const EMPTY = 0;
const SMALLEST = 65_536;
/**
 * The maximum share of used places, both while ids are added and after the table is built again.
 */
const FULL = 0.7;
const NEW = 0.6;
const MAX_DISTANCE = 2 ** 31 - 2;

/** Creates an empty table. */
export function createIdTable(): IdTable {
  const segments = new Map<number, IdSegment>();
  /** Each place has 1 plus the distance of a number from `base`; 0 means free. */
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
      // The number is already in its segment.
      return;
    }
    used += 1;
    let at = low & (places.length - 1);
    while (places[at] !== EMPTY) at = (at + 1) & (places.length - 1);
    places[at] = seq - base + 1;
  }

  /** Builds the places again from the segments. */
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

/** Returns 64 bits of a hash; the first half is never 0. */
function idHash(id: string): readonly [number, number] {
  const digest = hash("sha256", id.toWellFormed(), "buffer");
  return [digest.readUInt32LE(0) || 1, digest.readUInt32LE(4)];
}
