// Remembers earlier frames as paths. A venue writes its frames with the same names in the same order. The
// bytes of a frame are therefore compared with an earlier frame, and only the values are read. If anything
// but the values differs, the scanner reads the frame.

import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { type LevelShape, ROLE_PRICE, ROLE_QUANTITY } from "../../../books/decimals/level-shape.ts";
import { type DecimalColumn, scanDecimal } from "../../../books/decimals/scan-decimal.ts";
import { scanLevelPart, scanLevels } from "../../../books/decimals/scan-levels.ts";
import { skipNumber, skipPlain, skipValue } from "../../../books/decimals/skip-json.ts";

/** The kinds of values that a step of a path can read after its text. */
export const STEP = {
  number: 0,
  /** A string without escapes. Its opening quote is part of the text of the step. */
  string: 1,
  /** The price, quantity or other part of a level. */
  part: 2,
  /** A list of levels. */
  levels: 3,
  /** A value that is skipped, or an array or object whose values are all skipped. */
  value: 4,
  /** A value that the text of the step includes, so it is compared. */
  constant: 5,
  /** The end of the frame. */
  end: 6,
} as const;

// Engines inline only constants of their own module.
const { number: NUMBER, string: STRING, part: PART, levels: LEVELS, value: VALUE } = STEP;
const { constant: CONSTANT } = STEP;

/** The properties that all frames of a path share. */
export interface FramePath<Message> {
  readonly message: Message;
  readonly kinds: Uint8Array;
  readonly filled: Uint8Array;
  /** The columns of levels that are not in a list. Each has one level. */
  readonly singles: readonly DecimalColumns[];
  readonly steps: readonly LearnedStep[];
}

/** A step of a path. It was learned from a frame. */
export interface LearnedStep {
  /** The bytes between the previous value and the value of this step. */
  readonly text: Uint8Array;
  readonly kind: number;
  /**
   * The slot of the value. If the value has no slot, this is the number of slots, so that the value is
   * written to an unused entry.
   */
  readonly slot: number;
  /**
   * A second slot for the value. If the value has no second slot, this is the number of slots, so that the
   * value is written to an unused entry.
   */
  again: number;
  /**
   * The required first byte of the value; -1 if any byte is allowed. For a part, it is the quote if the
   * part is a string, and -1 otherwise.
   */
  readonly first: number;
  /** For a constant, its number of bytes. For a value that is skipped, its nesting depth. */
  readonly extent: number;
  /** The role of a part, such as price. */
  readonly role: number;
  readonly levels: { readonly shape: LevelShape; readonly columns: DecimalColumns } | undefined;
}

/**
 * A step of the tree. `next` is the first of the steps that may follow it. `other` is an alternative to it.
 */
class PathStep<Message> implements LearnedStep {
  readonly text: Uint8Array;
  /** The number of bytes of `text`. `start` and `second` are its first two bytes. */
  readonly length: number;
  readonly start: number;
  readonly second: number;
  /** The bytes of `text` as 32-bit integers. The last integer may overlap the one before. */
  readonly words: Int32Array | undefined;
  readonly kind: number;
  readonly slot: number;
  readonly again: number;
  readonly first: number;
  readonly extent: number;
  readonly role: number;
  readonly levels: LearnedStep["levels"];
  /** The column for a price or a quantity. */
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

/** If all paths together exceed this number of steps, or of bytes in their texts, they are dropped. */
const [MAX_STEPS, MAX_BYTES] = [512, 16_384] as const;
/**
 * Texts of at least this length are compared by a view of the frame. For shorter texts, creating the view
 * takes longer than comparing bytes.
 */
const LONG = 12;
const QUOTE = 0x22;

/** The known paths as a tree. Paths with the same beginning share their first steps. */
export class FramePaths<Message> {
  #root: { next: PathStep<Message> | undefined } = { next: undefined };
  #viewed: ArrayBufferLike = new ArrayBuffer(0);
  #view: DataView = new DataView(this.#viewed);
  #steps = 0;
  #bytes = 0;

  /**
   * Finds the path of a frame, and stores the starts and ends of the frame's values. Returns undefined if
   * no path matches.
   */
  follow(bytes: Uint8Array, starts: Int32Array, ends: Int32Array): FramePath<Message> | undefined {
    const { length } = bytes;
    let from = this.#root;
    let before: PathStep<Message> | undefined;
    let step = from.next;
    let at = 0;
    // A view is created only for long texts, because reading `buffer` of an array is slow.
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
        // The most frequent kinds are read here, to save a function call.
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
        // Moves this step to the front, so that the next frame tries it first.
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
    // Frames that arrive together often share one buffer.
    if (this.#viewed !== buffer) {
      this.#viewed = buffer;
      this.#view = new DataView(buffer);
    }
    return this.#view;
  }

  /** Adds a path. */
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

/** Returns the index after a number, or -1. Tries an integer first, because most numbers are integers. */
export function skipAnyNumber(bytes: Uint8Array, start: number): number {
  const next = skipInteger(bytes, start);
  return next < 0 ? skipNumber(bytes, start) : next;
}

/** Returns the index after an integer; -1 if the number is not an integer. */
function skipInteger(bytes: Uint8Array, start: number): number {
  let next = start;
  let digit = ((bytes[next] as number) | 0) - 0x30;
  while (digit >>> 0 <= 9) digit = ((bytes[++next] as number) | 0) - 0x30;
  const isZero = bytes[start] === 0x30 && next > start + 1;
  // The numbers are the codes of a dot, an e and an E, minus the code of the digit 0.
  return next === start || isZero || digit === -2 || digit === 53 || digit === 21 ? -1 : next;
}

/**
 * Reports whether the four bytes of a word are plain characters of a JSON string: no quote, backslash or
 * control character.
 */
export function isPlainWord(word: number): boolean {
  // The XOR turns a quote or a backslash into a byte of 0. After the first special byte, a borrow may make
  // the test wrong for the bytes above, but the result is already false.
  const quote = word ^ 0x22222222;
  const backslash = word ^ 0x5c5c5c5c;
  const special =
    ((quote - 0x01010101) & ~quote) |
    ((backslash - 0x01010101) & ~backslash) |
    ((word - 0x20202020) & ~word);
  return (special & 0x80808080) === 0;
}

/** Reads a part of a level that has no column of decimals. Returns the index after it, or -1. */
export function readPart(bytes: Uint8Array, start: number, step: LearnedStep): number {
  const { role, levels } = step;
  if (levels === undefined) return -1;
  return scanLevelPart(bytes, start, role, levels.shape, levels.columns, 0);
}

/**
 * Reads a list of levels, skips a value, or checks the end of the frame. Returns the next index, or -1.
 */
function readOther(bytes: Uint8Array, start: number, step: LearnedStep): number {
  const { kind, levels } = step;
  if (kind === LEVELS) {
    return levels === undefined ? -1 : scanLevels(bytes, start, levels.shape, levels.columns);
  }
  if (kind === VALUE) return readValue(bytes, start, step);
  return start === bytes.length ? start : -1;
}

/** Skips a value. Returns the index after the value, or -1 if its first byte is not the required one. */
export function readValue(
  bytes: Uint8Array,
  start: number,
  { first, extent }: LearnedStep,
): number {
  return first >= 0 && bytes[start] !== first ? -1 : skipValue(bytes, start, extent);
}

/** Reports whether the bytes at an index equal a text. */
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
