// The paths that frames took. A venue writes its frames with the same names in the same order, so
// the bytes of a frame are compared with those of an earlier one, and only its values are read. A
// frame that differs in any other place is left to the scanner.

import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { type LevelShape, ROLE_PRICE, ROLE_QUANTITY } from "../../../books/decimals/level-shape.ts";
import { type DecimalColumn, scanDecimal } from "../../../books/decimals/scan-decimal.ts";
import { scanLevelPart, scanLevels } from "../../../books/decimals/scan-levels.ts";
import { skipNumber, skipPlain, skipValue } from "../../../books/decimals/skip-json.ts";

/** The value that a step of a path reads after its text. */
export const STEP = {
  /** A string without escapes, whose first quote is of the text. */
  string: 0,
  number: 1,
  /** A part of a level that is one value. */
  part: 2,
  /** A list of levels. */
  levels: 3,
  /** A value that nobody reads, or a container of such values. */
  value: 4,
  /** Nothing, because the value is the end of the text. */
  constant: 5,
  /** Nothing, because the value was read: it is that of another slot too. */
  again: 6,
  /** The end of the frame. */
  end: 7,
} as const;

/** Facts about all frames that take the same path. */
export interface FramePath<Message> {
  readonly message: Message;
  readonly kinds: Uint8Array;
  readonly filled: Uint8Array;
  /** The columns of levels that are one value. */
  readonly singles: readonly DecimalColumns[];
}

/** A step as it was learned from a frame. */
export interface LearnedStep {
  /** The bytes between the value before and this one. */
  readonly text: Uint8Array;
  readonly kind: number;
  /** The slot of the value, or the one after all others. */
  readonly slot: number;
  /** The byte with which the value has to begin, -1 for any; a part begins with a quote or not. */
  readonly first: number;
  /** The number of bytes of a constant, how deep a value is nested, or the slot that a value has already. */
  readonly extent: number;
  /** The role of a part. */
  readonly role: number;
  readonly levels: { readonly shape: LevelShape; readonly columns: DecimalColumns } | undefined;
}

/** A step with those after it, and those that frames may have in its place. */
class PathStep<Message> implements LearnedStep {
  readonly text: Uint8Array;
  readonly kind: number;
  readonly slot: number;
  readonly first: number;
  readonly extent: number;
  readonly role: number;
  readonly levels: LearnedStep["levels"];
  /** The column of a part that is a decimal. */
  readonly column: DecimalColumn | undefined;
  /** A long text in groups of four bytes, of which the last two may overlap. */
  readonly words: Int32Array;
  readonly path: FramePath<Message> | undefined;
  next: PathStep<Message> | undefined;
  other: PathStep<Message> | undefined;

  constructor(learned: LearnedStep, path: FramePath<Message> | undefined) {
    const { text, kind, slot, first, extent, role, levels } = learned;
    this.text = text;
    this.kind = kind;
    this.slot = slot;
    this.first = first;
    this.extent = extent;
    this.role = role;
    this.levels = levels;
    if (role === ROLE_PRICE) this.column = levels?.columns.price;
    else if (role === ROLE_QUANTITY) this.column = levels?.columns.quantity;
    this.words = wordsOf(text);
    this.path = path;
  }
}

/** The most steps of all paths, and the most bytes of their texts. */
const [MAX_STEPS, MAX_BYTES] = [512, 16_384] as const;
const QUOTE = 0x22;

/** Paths of frames as a tree: frames with the same beginning share their first steps. */
export class FramePaths<Message> {
  #root: { next: PathStep<Message> | undefined } = { next: undefined };
  #viewed: ArrayBufferLike = new ArrayBuffer(0);
  #view: DataView = new DataView(this.#viewed);
  #steps = 0;
  #bytes = 0;

  /** Returns the path of a frame whose values it reads; undefined if there is none. */
  follow(bytes: Uint8Array, starts: Int32Array, ends: Int32Array): FramePath<Message> | undefined {
    const { length } = bytes;
    let from = this.#root;
    let before: PathStep<Message> | undefined;
    let step = from.next;
    let at = 0;
    // Only frames with long texts are viewed, because finding their buffer takes a while.
    let view: DataView | undefined;
    let offset = 0;
    while (step !== undefined) {
      const { text, words, kind, slot } = step;
      const start = at + text.length;
      let next = -1;
      if (start <= length) {
        let isSame = true;
        const last = words.length - 1;
        if (last < 0) {
          let same = 0;
          while (same < text.length && bytes[at + same] === text[same]) same += 1;
          isSame = same === text.length;
        } else {
          if (view === undefined) {
            offset = bytes.byteOffset;
            view = this.#viewOf(bytes);
          }
          let same = 0;
          let place = offset + at;
          while (same < last && view.getInt32(place, true) === words[same]) {
            same += 1;
            place += 4;
          }
          isSame = same === last && view.getInt32(offset + start - 4, true) === words[last];
        }
        // The usual values are read here, and the others where a call does not matter.
        if (!isSame) next = -1;
        else if (kind === STEP.string) {
          next = start;
          if (view !== undefined) {
            const most = offset + length - 4;
            let place = offset + start;
            while (place <= most && isPlainWord(view.getInt32(place, true))) place += 4;
            next = place - offset;
          }
          next = skipPlain(bytes, next);
          starts[slot] = start;
          ends[slot] = next;
          next = bytes[next] === QUOTE ? next + 1 : -1;
        } else if (kind === STEP.number) {
          next = skipInteger(bytes, start);
          if (next < 0) next = skipNumber(bytes, start);
          starts[slot] = start;
          ends[slot] = next;
        } else if (kind === STEP.part) next = readPart(bytes, start, step, starts, ends);
        else next = readOther(bytes, start, step, starts, ends);
      }
      if (next < 0) {
        before = step;
        step = step.other;
        continue;
      }
      if (before !== undefined) {
        // It is tried first from now on.
        before.other = step.other;
        step.other = from.next;
        from.next = step;
        before = undefined;
      }
      if (step.path !== undefined) return step.path;
      at = next;
      from = step;
      step = step.next;
    }
    return undefined;
  }

  /** Returns a view of the buffer that has the bytes. */
  #viewOf({ buffer }: Uint8Array): DataView {
    // Frames that arrive together are often parts of one buffer.
    if (this.#viewed !== buffer) {
      this.#viewed = buffer;
      this.#view = new DataView(buffer);
    }
    return this.#view;
  }

  /** Adds a path that no frame has taken. */
  add(steps: readonly LearnedStep[], path: FramePath<Message>): void {
    const bytes = steps.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#steps + steps.length > MAX_STEPS || this.#bytes + bytes > MAX_BYTES) {
      this.#root = { next: undefined };
      this.#steps = 0;
      this.#bytes = 0;
      if (steps.length > MAX_STEPS || bytes > MAX_BYTES) return;
    }
    this.#steps += steps.length;
    this.#bytes += bytes;
    let from = this.#root;
    for (const learned of steps) {
      let step = from.next;
      while (step !== undefined && !isSame(step, learned)) step = step.other;
      if (step === undefined) {
        const end = learned.kind === STEP.end ? path : undefined;
        step = new PathStep(learned, end);
        step.other = from.next;
        from.next = step;
      }
      from = step;
    }
  }
}

/** Returns the index after an integer, or -1 for another number or none. */
function skipInteger(bytes: Uint8Array, start: number): number {
  let next = start;
  let digit = ((bytes[next] as number) | 0) - 0x30;
  while (digit >>> 0 <= 9) digit = ((bytes[++next] as number) | 0) - 0x30;
  const isZero = bytes[start] === 0x30 && next > start + 1;
  // A dot, an e and an E, as differences from the digit 0.
  return next === start || isZero || digit === -2 || digit === 53 || digit === 21 ? -1 : next;
}

/** Reports whether four bytes are themselves within a JSON string. */
function isPlainWord(word: number): boolean {
  // A byte of 0 after the exclusive or is a quote, and a backslash. What is not the first such byte
  // may be wrong, because a subtraction borrows from the bytes above.
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const special =
    ((quote - 0x01010101) & ~quote) |
    ((backslash - 0x01010101) & ~backslash) |
    ((word - 0x20202020) & ~word);
  return (special & 0x80808080) === 0;
}

/** Reads a part of a level. Returns the index after it, or -1. */
function readPart(
  bytes: Uint8Array,
  start: number,
  { slot, first, role, levels, column }: PathStep<unknown>,
  starts: Int32Array,
  ends: Int32Array,
): number {
  const quote = bytes[start] === QUOTE ? 1 : 0;
  if (levels === undefined || quote !== Number(first === QUOTE)) return -1;
  const next =
    column === undefined
      ? scanLevelPart(bytes, start, role, levels.shape, levels.columns, 0)
      : scanDecimal(bytes, start, column, 0);
  starts[slot] = start + quote;
  ends[slot] = next - quote;
  return next;
}

/** Reads what the other steps have. Returns the index after it, or -1. */
function readOther(
  bytes: Uint8Array,
  start: number,
  { kind, slot, first, extent, levels }: PathStep<unknown>,
  starts: Int32Array,
  ends: Int32Array,
): number {
  if (kind === STEP.levels) {
    return levels === undefined ? -1 : scanLevels(bytes, start, levels.shape, levels.columns);
  }
  if (kind === STEP.value) {
    return first >= 0 && bytes[start] !== first ? -1 : skipValue(bytes, start, extent);
  }
  if (kind === STEP.end) return start === bytes.length ? start : -1;
  const isAgain = kind === STEP.again;
  starts[slot] = isAgain ? (starts[extent] as number) : start - extent;
  ends[slot] = isAgain ? (ends[extent] as number) : start;
  return start;
}

function wordsOf({ buffer, length }: Uint8Array): Int32Array {
  const view = new DataView(buffer);
  // Of a short text, the bytes are compared as fast.
  const count = length < 12 ? 0 : (length + 3) >> 2;
  return Int32Array.from({ length: count }, (_, at) =>
    view.getInt32(Math.min(4 * at, length - 4), true),
  );
}

function isSame(step: LearnedStep, other: LearnedStep): boolean {
  return (
    step.kind === other.kind &&
    step.slot === other.slot &&
    step.first === other.first &&
    step.extent === other.extent &&
    step.role === other.role &&
    step.levels?.columns === other.levels?.columns &&
    step.text.length === other.text.length &&
    step.text.every((byte, at) => byte === other.text[at])
  );
}
