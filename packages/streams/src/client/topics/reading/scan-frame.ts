// Reads the parts of a frame that a feed needs: the values at some pointers, and the levels of books. It
// reads the bytes once and does not parse the rest.

import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { scanLevelPart, scanLevels } from "../../../books/decimals/scan-levels.ts";
import { skipPlain, skipSpace, skipString, skipValue } from "../../../books/decimals/skip-json.ts";
import { KIND, scalarKind } from "./frame-kind.ts";
import { type FrameNode, frameTree, type LevelTarget } from "./frame-node.ts";
import { type FramePath, FramePaths } from "./frame-paths.ts";
import { learnPath } from "./learn-path.ts";

const [SPACE, QUOTE, COMMA, COLON] = [0x20, 0x22, 0x2c, 0x3a] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const MAX_DEPTH = 64;
/**
 * This number of paths may be learned at once. Later, one more path may be learned each time this number of
 * frames has been scanned.
 */
const [MAX_LEARNED, FRAMES_PER_PATH] = [32, 64] as const;

/** Scans frames for values and levels. Scanning a frame replaces the findings of the previous one. */
export class FrameScanner<Message = unknown> {
  /**
   * The kind, the start and the end of each value, by slot. For a string, start and end are inside the
   * quotes. For an object or array, they are set only if the frame was scanned without a path.
   */
  kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The numbers that a `UsualReader` has read, by slot. */
  readonly counts: Float64Array;
  /** Whether a string has escapes, by slot. Undefined for other kinds of values. */
  escaped: Uint8Array;
  /** Whether the levels of a target were read, by the index of the target. */
  filled: Uint8Array;
  bytes: Uint8Array = new Uint8Array();
  /** The path of the frame. Undefined if no earlier frame had the same path. */
  path: FramePath<Message> | undefined;
  /** Whether recognising the message needed the value in a slot. Only for frames without a path. */
  readonly consulted: Uint8Array;
  readonly #root: FrameNode;
  /** The arrays for the findings of frames without a path. */
  readonly #found: Readonly<Record<"kinds" | "escaped" | "filled", Uint8Array>>;
  readonly #unescaped: Uint8Array;
  readonly #paths = new FramePaths<Message>();
  #frame = 0;
  #learned = 0;

  /** Creates a scanner. The slot of a pointer is its index in `pointers`. */
  constructor(pointers: readonly string[], targets: readonly LevelTarget[]) {
    this.#root = frameTree(pointers, targets);
    const { length } = pointers;
    this.#found = {
      kinds: new Uint8Array(length),
      escaped: new Uint8Array(length),
      filled: new Uint8Array(targets.length),
    };
    this.kinds = this.#found.kinds;
    this.escaped = this.#found.escaped;
    this.filled = this.#found.filled;
    this.consulted = new Uint8Array(length);
    this.#unescaped = new Uint8Array(length);
    // One entry more than there are slots: values without a slot are written to that entry.
    this.starts = new Int32Array(length + 1);
    this.ends = new Int32Array(length + 1);
    this.counts = new Float64Array(length + 1);
  }

  /**
   * Scans a frame. Returns false if the frame is not JSON, has member names with escapes, or has more than
   * 64 levels of nesting.
   */
  scan(bytes: Uint8Array): boolean {
    const path = this.#paths.follow(bytes, this.starts, this.ends);
    if (path === undefined) return this.scanWhole(bytes);
    this.took(path, bytes);
    return true;
  }

  /** Records that the values of a frame were read by a path. */
  took(path: FramePath<Message>, bytes: Uint8Array): void {
    const { singles } = path;
    this.#frame += 1;
    this.bytes = bytes;
    if (this.path !== path) {
      this.path = path;
      this.kinds = path.kinds;
      this.filled = path.filled;
      this.escaped = this.#unescaped;
    }
    for (let index = 0; index < singles.length; index += 1) {
      (singles[index] as DecimalColumns).count = 1;
    }
  }

  /** Returns a view of the buffer that contains the bytes. */
  viewOf(bytes: Uint8Array): DataView {
    return this.#paths.viewOf(bytes);
  }

  /** Scans a frame without a path. The starts and ends of objects and arrays are then known. */
  scanWhole(bytes: Uint8Array): boolean {
    this.bytes = bytes;
    this.path = undefined;
    Object.assign(this, this.#found);
    this.#frame += 1;
    this.kinds.fill(KIND.absent);
    this.filled.fill(0);
    this.consulted.fill(0);
    const end = this.#scanValue(bytes, this.#root, skipSpace(bytes, 0), 0);
    return end >= 0 && (end === bytes.length || skipSpace(bytes, end) === bytes.length);
  }

  /** Learns the path of the scanned frame, so that later frames like it are read faster. */
  learn(message: Message): void {
    if (this.#learned > MAX_LEARNED + this.#frame / FRAMES_PER_PATH) return;
    this.#learned += 1;
    const learned = learnPath(this, this.#root);
    if (learned === undefined) return;
    const { kinds, filled } = this;
    const { steps, singles } = learned;
    const path = { message, kinds: kinds.slice(), filled: filled.slice(), singles, steps };
    this.#paths.add(steps, path);
  }

  /** Reads a value. Returns the index after the value, or -1 if it is not valid. */
  #scanValue(bytes: Uint8Array, node: FrameNode, at: number, depth: number): number {
    const first = bytes[at];
    if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return this.#scanScalar(bytes, node, at);
    if (depth >= MAX_DEPTH) return -1;
    if (node.frame === this.#frame) this.#forgetNode(node);
    node.frame = this.#frame;
    const isObject = first === OPEN_OBJECT;
    const end = isObject
      ? this.#scanObject(bytes, node, at, depth)
      : this.#scanArray(bytes, node, at, depth);
    if (node.slot >= 0) this.#keepPlace(node.slot, isObject ? KIND.object : KIND.array, at, end);
    return end;
  }

  /**
   * Reads a value that is neither an object nor an array. The function is short, so that engines inline it.
   */
  #scanScalar(bytes: Uint8Array, node: FrameNode, at: number): number {
    if (node.frame === this.#frame) this.#forgetNode(node);
    node.frame = this.#frame;
    const { slot } = node;
    const first = bytes[at];
    let end = node.parts.length > 0 ? readParts(bytes, node, at) : -1;
    if (first !== QUOTE) {
      if (end < 0) end = skipValue(bytes, at);
      if (slot >= 0) this.#keepPlace(slot, scalarKind(first), at, end);
      return end;
    }
    if (end < 0) {
      end = skipPlain(bytes, at + 1) + 1;
      if (bytes[end - 1] !== QUOTE) return this.#scanEscaped(bytes, slot, at);
    }
    if (slot >= 0) {
      this.#keepPlace(slot, KIND.string, at + 1, end - 1);
      this.escaped[slot] = 0;
    }
    return end;
  }

  /** Reads a string with escapes. */
  #scanEscaped(bytes: Uint8Array, slot: number, at: number): number {
    const end = skipString(bytes, at);
    if (slot >= 0) {
      this.#keepPlace(slot, KIND.string, at + 1, end - 1);
      this.escaped[slot] = 1;
    }
    return end;
  }

  #keepPlace(slot: number, kind: number, start: number, end: number): void {
    this.kinds[slot] = kind;
    this.starts[slot] = start;
    this.ends[slot] = end;
  }

  #scanObject(bytes: Uint8Array, node: FrameNode, start: number, depth: number): number {
    const { singles } = node;
    for (let index = 0; index < singles.length; index += 1) beginSingle(singles, index);
    if (node.members.length === 0) return skipValue(bytes, start, depth);
    let at = afterSpace(bytes, start + 1);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return -1;
      const quote = skipPlain(bytes, at + 1);
      if (bytes[quote] !== QUOTE) return -1;
      const member = node.find(bytes, at + 1, quote);
      at = afterSpace(bytes, quote + 1);
      if (bytes[at] !== COLON) return -1;
      at = afterSpace(bytes, at + 1);
      if (member === undefined) at = skipAny(bytes, at, depth + 1);
      else {
        const first = bytes[at];
        at =
          first === OPEN_OBJECT || first === OPEN_ARRAY
            ? this.#scanValue(bytes, member, at, depth + 1)
            : this.#scanScalar(bytes, member, at);
      }
      if (at < 0) return -1;
      at = afterSpace(bytes, at);
      if (bytes[at] === COMMA) at = afterSpace(bytes, at + 1);
      else if (bytes[at] !== CLOSE_OBJECT) return -1;
      else break;
    }
    if (singles.length > 0) this.#finishNode(node, false);
    return at + 1;
  }

  #scanArray(bytes: Uint8Array, node: FrameNode, start: number, depth: number): number {
    const { singles, elements, fromEnd, starts } = node;
    const read = node.lists.length > 0 ? this.#scanLists(bytes, node, start) : -1;
    const wanted = elements.length;
    const last = fromEnd.length;
    if (wanted === 0 && last === 0) return read >= 0 ? read : skipValue(bytes, start, depth);
    for (let index = 0; index < singles.length; index += 1) beginSingle(singles, index);
    let at = afterSpace(bytes, start + 1);
    if (bytes[at] === CLOSE_ARRAY) return at + 1;
    let count = 0;
    for (; ; count += 1) {
      // The array was read as levels, so it is known to be valid JSON.
      if (read >= 0 && last === 0 && count >= wanted) return read;
      const element = count < wanted ? elements[count] : undefined;
      if (last > 0) starts[count % last] = at;
      at =
        element === undefined
          ? skipValue(bytes, at, depth + 1)
          : this.#scanValue(bytes, element, at, depth + 1);
      if (at < 0) return -1;
      at = afterSpace(bytes, at);
      if (bytes[at] === COMMA) at = afterSpace(bytes, at + 1);
      else if (bytes[at] !== CLOSE_ARRAY) return -1;
      else break;
    }
    for (let back = 0; back < last && back <= count; back += 1) {
      const element = fromEnd[back];
      if (element !== undefined) {
        this.#scanValue(bytes, element, starts[(count - back) % last] as number, depth + 1);
      }
    }
    if (singles.length > 0) this.#finishNode(node, true);
    return at + 1;
  }

  /**
   * Reads an array as the lists of levels that a node wants. Returns the index after the array, or -1 if no
   * list was read.
   */
  #scanLists(bytes: Uint8Array, node: FrameNode, start: number): number {
    const first = bytes[afterSpace(bytes, start + 1)];
    let end = -1;
    for (const { target, shape, columns } of node.lists) {
      // If the first element is not a level, the array is not read as this list.
      if (first !== CLOSE_ARRAY && first !== (shape.isTuple ? OPEN_ARRAY : OPEN_OBJECT)) continue;
      const after = scanLevels(bytes, start, shape, columns);
      this.filled[target] = after >= 0 ? 1 : 0;
      if (after >= 0) end = after;
    }
    return end;
  }

  /** Completes the levels whose parts were members or elements of a value. */
  #finishNode({ singles }: FrameNode, isTuple: boolean): void {
    for (let index = 0; index < singles.length; index += 1) {
      const level = singles[index] as FrameNode["singles"][number];
      if (level.found !== level.wanted || level.shape.isTuple !== isTuple) continue;
      level.columns.count = 1;
      this.filled[level.target] = 1;
    }
  }

  /** Drops the findings of an earlier member with the same name, because JSON uses the last one. */
  #forgetNode(node: FrameNode): void {
    if (node.slot >= 0) this.kinds[node.slot] = KIND.absent;
    for (const { target } of node.lists) this.filled[target] = 0;
    for (const { target } of node.singles) this.filled[target] = 0;
    for (const { level, bit } of node.parts) level.found &= ~bit;
    for (const child of node.children()) this.#forgetNode(child);
  }
}

function beginSingle(singles: FrameNode["singles"], index: number): void {
  const level = singles[index] as FrameNode["singles"][number];
  level.found = 0;
  level.columns.clear();
}

/**
 * Reads a value as parts of levels. Returns the index after the value, or -1 if the value is not such a
 * part.
 */
function readParts(bytes: Uint8Array, { parts }: FrameNode, at: number): number {
  let end = -1;
  for (let index = 0; index < parts.length; index += 1) {
    const { level, role, bit } = parts[index] as FrameNode["parts"][number];
    const after = scanLevelPart(bytes, at, role, level.shape, level.columns, 0);
    // The next byte is checked too, because an invalid number may begin with the digits of a valid one.
    if (after < 0 || !isEnd(bytes[after])) continue;
    level.found |= bit;
    end = after;
  }
  return end;
}

/** Skips a value. Tries a string without escapes first, because most values are such strings. */
function skipAny(bytes: Uint8Array, at: number, depth: number): number {
  if (bytes[at] === QUOTE) {
    const end = skipPlain(bytes, at + 1);
    if (bytes[end] === QUOTE) return end + 1;
  }
  return skipValue(bytes, at, depth);
}

/** Reports whether a byte may follow the value of a member or an element. */
function isEnd(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY || (byte ?? 0) <= SPACE;
}

/** Returns the index after white space. Programs rarely write any. */
function afterSpace(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) <= SPACE ? skipSpace(bytes, at) : at;
}
