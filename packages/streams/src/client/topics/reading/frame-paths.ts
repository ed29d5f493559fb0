// The paths of earlier frames. A venue writes its frames with the same names in the same order. The bytes
// of a frame are therefore compared with those of an earlier frame, and only its values are read. A frame
// that differs in any other place is left to the scanner.

import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { type LevelShape, ROLE_PRICE, ROLE_QUANTITY } from "../../../books/decimals/level-shape.ts";
import { type DecimalColumn, scanDecimal } from "../../../books/decimals/scan-decimal.ts";
import { scanLevelPart, scanLevels } from "../../../books/decimals/scan-levels.ts";
import { skipNumber, skipPlain, skipValue } from "../../../books/decimals/skip-json.ts";

/** The kind of value that a step of a path reads after its text. */
export const STEP = {
  number: 0,
  /** A string without escapes; its first quote belongs to the text before it. */
  string: 1,
  /** A part of a level that is one value. */
  part: 2,
  /** A list of levels. */
  levels: 3,
  /** A value that is not read, or a container of only such values. */
  value: 4,
  /** The value is part of the text, so it is not read. */
  constant: 5,
  /** The end of the frame. */
  end: 6,
} as const;

// Engines inline only constants of the same module.
const { number: NUMBER, string: STRING, part: PART, levels: LEVELS, value: VALUE } = STEP;
const { constant: CONSTANT } = STEP;

/** Facts about all frames that take the same path. */
export interface FramePath<Message> {
  readonly message: Message;
  readonly kinds: Uint8Array;
  readonly filled: Uint8Array;
  /** The columns of levels that are one value. */
  readonly singles: readonly DecimalColumns[];
  readonly steps: readonly LearnedStep[];
}

/** A step that was learned from a frame. */
export interface LearnedStep {
  /** The bytes between the previous value and this one. */
  readonly text: Uint8Array;
  readonly kind: number;
  /** The slot of the value, or the slot after all others if the value has none. */
  readonly slot: number;
  /**
   * A second slot that gets the same value, or the slot after all others if the value has one slot.
   */
  again: number;
  /**
   * The first byte that the value must have; -1 for any. For a part, it only says whether the part
   * has quotes.
   */
  readonly first: number;
  /** The number of bytes of a constant, or the nesting depth of a value. */
  readonly extent: number;
  /** The role of a part. */
  readonly role: number;
  readonly levels: { readonly shape: LevelShape; readonly columns: DecimalColumns } | undefined;
}

/** A step, its next steps, and the alternative steps that frames may have in its place. */
class PathStep<Message> implements LearnedStep {
  readonly text: Uint8Array;
  /** The number of bytes of the text, and its first two bytes. */
  readonly length: number;
  readonly start: number;
  readonly second: number;
  /** The bytes of the text in groups of four; the last two may overlap. */
  readonly words: Int32Array | undefined;
  readonly kind: number;
  readonly slot: number;
  readonly again: number;
  readonly first: number;
  readonly extent: number;
  readonly role: number;
  readonly levels: LearnedStep["levels"];
  /** The column of a part that is a decimal. */
  readonly column: DecimalColumn | undefined;
  readonly path: FramePath<Message> | undefined;
  next: PathStep<Message> | undefined;
  other: PathStep<Message> | undefined;

  constructor(learned: LearnedStep, path: FramePath<Message> | undefined) {
    const { text, kind, slot, again, first, extent, role, levels } = learned;
    this.text = text;
    this.length = text.length;
    this.start = text[0] ?? 0;
    this.second = text[1] ?? 0;
    this.words = textWords(text);
    this.kind = kind;
    this.slot = slot;
    this.again = again;
    this.first = first;
    this.extent = extent;
    this.role = role;
    this.levels = levels;
    if (role === ROLE_PRICE) this.column = levels?.columns.price;
    else if (role === ROLE_QUANTITY) this.column = levels?.columns.quantity;
    this.path = path;
  }
}

/** The maximum number of steps of all paths, and of bytes in their texts. */
const [MAX_STEPS, MAX_BYTES] = [512, 16_384] as const;
/** From this text length on, comparing single bytes takes longer than creating a view of the frame. */
const LONG = 12;
const QUOTE = 0x22;

/** Paths of frames as a tree: frames with the same beginning share their first steps. */
export class FramePaths<Message> {
  #root: { next: PathStep<Message> | undefined } = { next: undefined };
  #viewed: ArrayBufferLike = new ArrayBuffer(0);
  #view: DataView = new DataView(this.#viewed);
  #steps = 0;
  #bytes = 0;

  /** Returns the path of a frame and reads the frame's values; undefined if no path matches. */
  follow(bytes: Uint8Array, starts: Int32Array, ends: Int32Array): FramePath<Message> | undefined {
    const { length } = bytes;
    let from = this.#root;
    let before: PathStep<Message> | undefined;
    let step = from.next;
    let at = 0;
    // A view is created only for frames with long texts, because finding their buffer takes a while.
    let view: DataView | undefined;
    let offset = 0;
    while (step !== undefined) {
      const start = at + step.length;
      let isSame = start <= length;
      if (step.length > 2) {
        const { words } = step;
        if (view === undefined && isSame && step.length >= LONG) {
          offset = bytes.byteOffset;
          view = this.viewOf(bytes);
        }
        if (view === undefined || words === undefined)
          isSame = isSame && isAt(bytes, at, step.text);
        else if (isSame) {
          const last = words.length - 1;
          let same = 0;
          let place = offset + at;
          while (same < last && view.getInt32(place, true) === words[same]) {
            same += 1;
            place += 4;
          }
          isSame = same === last && view.getInt32(offset + start - 4, true) === words[last];
        }
      } else if (step.length > 0) {
        isSame = bytes[at] === step.start && (step.length === 1 || bytes[at + 1] === step.second);
      }
      let next = -1;
      if (isSame) {
        const { kind, slot, column, again } = step;
        let begin = start;
        let quote = 0;
        // Usual values are read here, without a function call.
        if (kind === NUMBER) {
          next = skipAnyNumber(bytes, start);
        } else if (kind === STRING) {
          next = start;
          if (view !== undefined) {
            const most = offset + length - 4;
            let place = offset + start;
            while (place <= most && isPlainWord(view.getInt32(place, true))) place += 4;
            next = place - offset;
          }
          next = skipPlain(bytes, next);
          next = bytes[next] === QUOTE ? next + 1 : -1;
          quote = 1;
        } else if (kind === PART) {
          quote = bytes[start] === QUOTE ? 1 : 0;
          begin += quote;
          if (quote !== Number(step.first === QUOTE)) next = -1;
          else if (column === undefined) next = readPart(bytes, start, step);
          else next = scanDecimal(bytes, start, column, 0);
        } else if (kind === CONSTANT) {
          begin -= step.extent;
          next = start;
        } else next = readOther(bytes, start, step);
        starts[slot] = begin;
        ends[slot] = next - quote;
        starts[again] = begin;
        ends[again] = next - quote;
      }
      if (next < 0) {
        before = step;
        step = step.other;
        continue;
      }
      if (before !== undefined) {
        // This step is moved to the front, so that the next frame tries it first.
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

  /** Returns a view of the buffer that contains the bytes. */
  viewOf({ buffer }: Uint8Array): DataView {
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
      while (step !== undefined && !isSameStep(step, learned)) step = step.other;
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

/**
 * Returns the index after a number, or -1. Tries an integer first, because most numbers are
 * integers.
 */
export function skipAnyNumber(bytes: Uint8Array, start: number): number {
  const next = skipInteger(bytes, start);
  return next < 0 ? skipNumber(bytes, start) : next;
}

/** Returns the index after an integer, or -1 for anything else. */
function skipInteger(bytes: Uint8Array, start: number): number {
  let next = start;
  let digit = ((bytes[next] as number) | 0) - 0x30;
  while (digit >>> 0 <= 9) digit = ((bytes[++next] as number) | 0) - 0x30;
  const isZero = bytes[start] === 0x30 && next > start + 1;
  // A dot, an e and an E, as differences from the digit 0.
  return next === start || isZero || digit === -2 || digit === 53 || digit === 21 ? -1 : next;
}

/** Reports whether four bytes represent themselves within a JSON string. */
export function isPlainWord(word: number): boolean {
  // The XOR turns a quote (or a backslash, below) into a byte of 0. The test may be wrong for later
  // bytes, because a subtraction borrows from the bytes above.
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const special =
    ((quote - 0x01010101) & ~quote) |
    ((backslash - 0x01010101) & ~backslash) |
    ((word - 0x20202020) & ~word);
  return (special & 0x80808080) === 0;
}

/** Reads a part of a level that is not a decimal. Returns the index after it, or -1. */
export function readPart(bytes: Uint8Array, start: number, step: LearnedStep): number {
  const { role, levels } = step;
  if (levels === undefined) return -1;
  return scanLevelPart(bytes, start, role, levels.shape, levels.columns, 0);
}

/** Reads the value of any other kind of step. Returns the index after the value, or -1. */
function readOther(bytes: Uint8Array, start: number, step: LearnedStep): number {
  const { kind, levels } = step;
  if (kind === LEVELS) {
    return levels === undefined ? -1 : scanLevels(bytes, start, levels.shape, levels.columns);
  }
  if (kind === VALUE) return readValue(bytes, start, step);
  return start === bytes.length ? start : -1;
}

/** Skips a value that is not read. Returns the index after the value, or -1. */
export function readValue(
  bytes: Uint8Array,
  start: number,
  { first, extent }: LearnedStep,
): number {
  return first >= 0 && bytes[start] !== first ? -1 : skipValue(bytes, start, extent);
}

/** Reports whether the bytes at an index are a text. */
function isAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  let same = 0;
  while (same < text.length && bytes[at + same] === text[same]) same += 1;
  return same === text.length;
}

export function textWords({ buffer, length }: Uint8Array): Int32Array | undefined {
  if (length < 4) return undefined;
  const view = new DataView(buffer);
  const count = (length + 3) >> 2;
  return Int32Array.from({ length: count }, (_, at) =>
    view.getInt32(Math.min(4 * at, length - 4), true),
  );
}

function isSameStep(step: LearnedStep, other: LearnedStep): boolean {
  return (
    step.kind === other.kind &&
    step.slot === other.slot &&
    step.again === other.again &&
    step.first === other.first &&
    step.extent === other.extent &&
    step.role === other.role &&
    step.levels?.columns === other.levels?.columns &&
    step.text.length === other.text.length &&
    step.text.every((byte, at) => byte === other.text[at])
  );
}
