// Reads the parts of a frame that a feed is judged by, in one pass over its bytes and without
// parsing the rest: the values at some pointers, and levels of books into columns.

import { scanLevelPart, scanLevels } from "../../../books/decimals/scan-levels.ts";
import { skipPlain, skipSpace, skipString, skipValue } from "../../../books/decimals/skip-json.ts";
import { type FrameNode, frameTree, type KnownName, type LevelTarget } from "./frame-node.ts";

/** The kind of a value, 0 if it is absent. */
export const KIND = {
  absent: 0,
  string: 1,
  number: 2,
  true: 3,
  false: 4,
  null: 5,
  object: 6,
  array: 7,
} as const;

const [SPACE, QUOTE, COMMA, COLON] = [0x20, 0x22, 0x2c, 0x3a] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const MAX_DEPTH = 64;
/** The most names of an object that are remembered, and the most bytes of each. */
const [MAX_KNOWN, MAX_NAME] = [32, 64] as const;

/** Scans frames for values at pointers. It holds the parts of one frame at a time. */
export class FrameScanner {
  /** The kinds, starts and ends of the values, by slot. A string's range is inside its quotes. */
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Whether a value is a string with escapes, by slot; only for strings. */
  readonly escaped: Uint8Array;
  /** Whether the levels of each target were read. */
  readonly filled: Uint8Array;
  bytes: Uint8Array = new Uint8Array();
  readonly #root: FrameNode;
  #frame = 0;

  /** Prepares a scanner. The slot of a pointer is its index. */
  constructor(pointers: readonly string[], targets: readonly LevelTarget[]) {
    this.#root = frameTree(pointers, targets);
    this.kinds = new Uint8Array(pointers.length);
    this.starts = new Int32Array(pointers.length);
    this.ends = new Int32Array(pointers.length);
    this.escaped = new Uint8Array(pointers.length);
    this.filled = new Uint8Array(targets.length);
  }

  /**
   * Scans a frame. Returns false if it is not JSON, has member names with escapes, or is nested more
   * than 64 deep.
   */
  scan(bytes: Uint8Array): boolean {
    this.bytes = bytes;
    this.#frame += 1;
    const { kinds, filled } = this;
    for (let slot = 0; slot < kinds.length; slot += 1) kinds[slot] = 0;
    for (let target = 0; target < filled.length; target += 1) filled[target] = 0;
    const end = this.#value(bytes, this.#root, skipSpace(bytes, 0), 0);
    return end >= 0 && (end === bytes.length || skipSpace(bytes, end) === bytes.length);
  }

  /** Reads a value that is wanted and returns the index after it, or -1. */
  #value(bytes: Uint8Array, node: FrameNode, at: number, depth: number): number {
    const first = bytes[at];
    if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return this.#scalar(bytes, node, at);
    if (depth >= MAX_DEPTH) return -1;
    if (node.frame === this.#frame) this.#forget(node);
    node.frame = this.#frame;
    const isObject = first === OPEN_OBJECT;
    const end = isObject
      ? this.#object(bytes, node, at, depth)
      : this.#array(bytes, node, at, depth);
    if (node.slot >= 0) this.#keep(node.slot, isObject ? KIND.object : KIND.array, at, end);
    return end;
  }

  /** Reads a value that is neither an object nor an array. It is small, to be compiled into others. */
  #scalar(bytes: Uint8Array, node: FrameNode, at: number): number {
    if (node.frame === this.#frame) this.#forget(node);
    node.frame = this.#frame;
    const { slot } = node;
    const first = bytes[at];
    let end = node.parts.length > 0 ? readParts(bytes, node, at) : -1;
    if (first !== QUOTE) {
      if (end < 0) end = skipValue(bytes, at);
      if (slot >= 0) this.#keep(slot, kindOf(first), at, end);
      return end;
    }
    if (end < 0) {
      end = skipPlain(bytes, at + 1) + 1;
      if (bytes[end - 1] !== QUOTE) return this.#escaped(bytes, slot, at);
    }
    if (slot >= 0) {
      this.#keep(slot, KIND.string, at + 1, end - 1);
      this.escaped[slot] = 0;
    }
    return end;
  }

  /** Reads a string with escapes. */
  #escaped(bytes: Uint8Array, slot: number, at: number): number {
    const end = skipString(bytes, at);
    if (slot >= 0) {
      this.#keep(slot, KIND.string, at + 1, end - 1);
      this.escaped[slot] = 1;
    }
    return end;
  }

  #keep(slot: number, kind: number, start: number, end: number): void {
    this.kinds[slot] = kind;
    this.starts[slot] = start;
    this.ends[slot] = end;
  }

  #object(bytes: Uint8Array, node: FrameNode, start: number, depth: number): number {
    const { singles } = node;
    for (let index = 0; index < singles.length; index += 1) begin(singles, index);
    let at = spaceless(bytes, start + 1);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    let name: KnownName | undefined;
    for (;;) {
      const guess = name === undefined ? node.first : name.next;
      let member: FrameNode | undefined;
      const after = guess === undefined ? -1 : skipText(bytes, at, guess.text);
      if (guess !== undefined && after >= 0) {
        name = guess;
        member = guess.node;
        at = after;
      } else {
        const known = knownName(bytes, node, at);
        if (known === undefined) {
          if (bytes[at] !== QUOTE) return -1;
          const quote = skipPlain(bytes, at + 1);
          if (bytes[quote] !== QUOTE) return -1;
          member = node.find(bytes, at + 1, quote);
          at = spaceless(bytes, quote + 1);
          if (bytes[at] !== COLON) return -1;
          at += 1;
        } else {
          if (name === undefined) node.first = known;
          else name.next = known;
          name = known;
          member = known.node;
          at += known.text.length;
        }
      }
      at = spaceless(bytes, at);
      if (member === undefined) at = skipAny(bytes, at, depth + 1);
      else {
        const first = bytes[at];
        at =
          first === OPEN_OBJECT || first === OPEN_ARRAY
            ? this.#value(bytes, member, at, depth + 1)
            : this.#scalar(bytes, member, at);
      }
      if (at < 0) return -1;
      at = spaceless(bytes, at);
      if (bytes[at] === COMMA) at = spaceless(bytes, at + 1);
      else if (bytes[at] !== CLOSE_OBJECT) return -1;
      else break;
    }
    if (singles.length > 0) this.#finish(node, false);
    return at + 1;
  }

  #array(bytes: Uint8Array, node: FrameNode, start: number, depth: number): number {
    const { singles, elements, fromEnd, starts } = node;
    const read = node.lists.length > 0 ? this.#lists(bytes, node, start) : -1;
    const wanted = elements.length;
    const last = fromEnd.length;
    if (wanted === 0 && last === 0) return read >= 0 ? read : skipValue(bytes, start, depth);
    for (let index = 0; index < singles.length; index += 1) begin(singles, index);
    let at = spaceless(bytes, start + 1);
    if (bytes[at] === CLOSE_ARRAY) return at + 1;
    let count = 0;
    for (; ; count += 1) {
      // Levels that were read are sound.
      if (read >= 0 && last === 0 && count >= wanted) return read;
      const element = count < wanted ? elements[count] : undefined;
      if (last > 0) starts[count % last] = at;
      at =
        element === undefined
          ? skipValue(bytes, at, depth + 1)
          : this.#value(bytes, element, at, depth + 1);
      if (at < 0) return -1;
      at = spaceless(bytes, at);
      if (bytes[at] === COMMA) at = spaceless(bytes, at + 1);
      else if (bytes[at] !== CLOSE_ARRAY) return -1;
      else break;
    }
    for (let back = 0; back < last && back <= count; back += 1) {
      const element = fromEnd[back];
      if (element !== undefined) {
        this.#value(bytes, element, starts[(count - back) % last] as number, depth + 1);
      }
    }
    if (singles.length > 0) this.#finish(node, true);
    return at + 1;
  }

  /** Reads the lists of levels that begin here, and returns the index after them or -1. */
  #lists(bytes: Uint8Array, node: FrameNode, start: number): number {
    const first = bytes[spaceless(bytes, start + 1)];
    let end = -1;
    for (const { target, shape, columns } of node.lists) {
      // Not looked at if the first element already is no level.
      if (first !== CLOSE_ARRAY && first !== (shape.isTuple ? OPEN_ARRAY : OPEN_OBJECT)) continue;
      const after = scanLevels(bytes, start, shape, columns);
      this.filled[target] = after >= 0 ? 1 : 0;
      if (after >= 0) end = after;
    }
    return end;
  }

  /** Ends the levels whose parts were members or elements of a value. */
  #finish({ singles }: FrameNode, isTuple: boolean): void {
    for (let index = 0; index < singles.length; index += 1) {
      const level = singles[index] as FrameNode["singles"][number];
      if (level.found !== level.wanted || level.shape.isTuple !== isTuple) continue;
      level.columns.count = 1;
      this.filled[level.target] = 1;
    }
  }

  /** Forgets a value that comes again, because the last of several members with one name counts. */
  #forget(node: FrameNode): void {
    if (node.slot >= 0) this.kinds[node.slot] = KIND.absent;
    for (const { target } of node.lists) this.filled[target] = 0;
    for (const { target } of node.singles) this.filled[target] = 0;
    for (const { level, bit } of node.parts) level.found &= ~bit;
    for (const child of node.children()) this.#forget(child);
  }
}

function begin(singles: FrameNode["singles"], index: number): void {
  const level = singles[index] as FrameNode["singles"][number];
  level.found = 0;
  level.columns.clear();
}

/** Reads a value as the parts of levels that it is. Returns the index after it, or -1 if it is none. */
function readParts(bytes: Uint8Array, { parts }: FrameNode, at: number): number {
  let end = -1;
  for (let index = 0; index < parts.length; index += 1) {
    const { level, role, bit } = parts[index] as FrameNode["parts"][number];
    const after = scanLevelPart(bytes, at, role, level.shape, level.columns, 0);
    // A count may be the beginning of a number that is none.
    if (after < 0 || !isEnd(bytes[after])) continue;
    level.found |= bit;
    end = after;
  }
  return end;
}

/**
 * Returns the name that is at some bytes as it is remembered, or remembers it. Returns undefined for
 * a name that is not remembered: there are too many, it is long, or it has space after it.
 */
function knownName(bytes: Uint8Array, node: FrameNode, at: number): KnownName | undefined {
  const { known } = node;
  for (let index = 0; index < known.length; index += 1) {
    const name = known[index] as KnownName;
    if (skipText(bytes, at, name.text) >= 0) return name;
  }
  if (known.length === MAX_KNOWN || bytes[at] !== QUOTE) return undefined;
  const quote = skipPlain(bytes, at + 1);
  if (bytes[quote] !== QUOTE || bytes[quote + 1] !== COLON || quote - at > MAX_NAME) {
    return undefined;
  }
  const text = Uint8Array.from(bytes.subarray(at, quote + 2));
  const name = { text, node: node.find(bytes, at + 1, quote), next: undefined };
  known.push(name);
  return name;
}

/** Skips a value. Most are strings without escapes. */
function skipAny(bytes: Uint8Array, at: number, depth: number): number {
  if (bytes[at] === QUOTE) {
    const end = skipPlain(bytes, at + 1);
    if (bytes[end] === QUOTE) return end + 1;
  }
  return skipValue(bytes, at, depth);
}

/** Returns the index after a text, or -1 if it is not there. */
function skipText(bytes: Uint8Array, at: number, text: Uint8Array): number {
  const { length } = text;
  for (let index = 0; index < length; index += 1) {
    if (bytes[at + index] !== text[index]) return -1;
  }
  return at + length;
}

/** Reports whether a byte may follow a member or an element. */
function isEnd(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY || (byte ?? 0) <= SPACE;
}

/** Skips white space, of which machines write none. */
function spaceless(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) <= SPACE ? skipSpace(bytes, at) : at;
}

/** Returns the kind of a value that is no string, object or array, by its first byte. */
function kindOf(first: number | undefined): number {
  if (first === 0x74) return KIND.true;
  if (first === 0x66) return KIND.false;
  return first === 0x6e ? KIND.null : KIND.number;
}
