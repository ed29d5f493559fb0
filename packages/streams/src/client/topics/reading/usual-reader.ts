// Reads frames of one path and one topic without trying alternative paths. Values that identify the topic,
// and values that nothing needs, are compared as text.

import { ROLE_PRICE, ROLE_QUANTITY } from "../../../books/decimals/level-shape.ts";
import { type DecimalColumn, scanDecimal } from "../../../books/decimals/scan-decimal.ts";
import { scanLevels } from "../../../books/decimals/scan-levels.ts";
import { skipPlain, skipValue } from "../../../books/decimals/skip-json.ts";
import {
  type FramePath,
  isPlainWord,
  type LearnedStep,
  readPart,
  readValue,
  STEP,
  skipAnyNumber,
  textWords,
} from "./frame-paths.ts";
import { digitsAt, SAFE_DIGITS } from "./frame-values.ts";
import type { FrameScanner } from "./scan-frame.ts";

// Engines inline only constants of their own module.
const { number: NUMBER, string: STRING, part: PART, levels: LEVELS, constant: CONSTANT } = STEP;
const { end: END } = STEP;
/** Besides the kinds of `STEP`: a positive integer, which is read as a number. */
const COUNT = 7;
const QUOTE = 0x22;
/**
 * Texts of at least this length are compared by a view of the frame. For shorter texts, creating the view
 * takes longer than comparing bytes.
 */
const LONG = 12;

/** A step of the reader: a text to compare, and the value after it. */
class ReaderStep {
  readonly text: Uint8Array;
  readonly length: number;
  readonly words: Int32Array | undefined;
  readonly kind: number;
  readonly learned: LearnedStep;
  readonly slot: number;
  readonly again: number;
  readonly isQuoted: boolean;
  /** The column for a price or a quantity. */
  readonly column: DecimalColumn | undefined;
  /**
   * The step that replaces this one if its text does not match. Set if the text includes a value that
   * nothing needs, and that may change.
   */
  readonly otherwise: ReaderStep | undefined;

  constructor(text: Uint8Array, kind: number, learned: LearnedStep, otherwise?: ReaderStep) {
    this.text = text;
    this.length = text.length;
    this.words = text.length < LONG ? undefined : textWords(text);
    this.kind = kind;
    this.learned = learned;
    this.slot = learned.slot;
    this.again = learned.again;
    this.isQuoted = learned.first === QUOTE || learned.kind === STRING;
    if (learned.role === ROLE_PRICE) this.column = learned.levels?.columns.price;
    else if (learned.role === ROLE_QUANTITY) this.column = learned.levels?.columns.quantity;
    this.otherwise = otherwise;
  }
}

/** The slots that a reader must read or compare. */
interface ReaderSlots {
  /** The values that identify the topic. */
  readonly fixed: readonly number[];
  /** The values that are read as numbers. */
  readonly counts: readonly number[];
  /** The values that are read as texts. */
  readonly texts: readonly number[];
}

/** Reads the usual frames of a topic. */
export class UsualReader<Message> {
  readonly path: FramePath<Message>;
  readonly #steps: ReaderStep[];
  readonly #isLong: boolean;

  private constructor(path: FramePath<Message>, steps: ReaderStep[]) {
    this.path = path;
    this.#steps = steps;
    this.#isLong = steps.some(({ words }) => words !== undefined);
  }

  /**
   * Creates a reader from a path and a frame that the path has read. Returns undefined if a needed value
   * cannot be read this way.
   */
  static of<Message>(
    path: FramePath<Message>,
    bytes: Uint8Array,
    { fixed, counts, texts }: ReaderSlots,
  ): UsualReader<Message> | undefined {
    const steps: ReaderStep[] = [];
    const wanted = new Set([...counts, ...texts]);
    let from = 0;
    let at = 0;
    for (const learned of path.steps) {
      const { text, kind, slot, again } = learned;
      const start = at + text.length;
      at = valueEnd(bytes, start, learned);
      const hasSlot = (slots: readonly number[]): boolean =>
        slots.includes(slot) || slots.includes(again);
      const isValue = kind === NUMBER || kind === STRING;
      if (kind === CONSTANT || (isValue && hasSlot(fixed))) continue;
      if (hasSlot(fixed)) return undefined;
      const isCount = isValue && hasSlot(counts);
      const isRead = isCount || (kind === STRING && hasSlot(texts));
      const own = new ReaderStep(
        Uint8Array.from(bytes.subarray(from, start)),
        isCount ? COUNT : kind,
        learned,
      );
      const isUnread = isValue && !isRead;
      steps.push(
        isUnread
          ? new ReaderStep(Uint8Array.from(bytes.subarray(from, at)), CONSTANT, learned, own)
          : own,
      );
      from = at;
      if (isRead) for (const each of [slot, again]) wanted.delete(each);
    }
    return wanted.size === 0 ? new UsualReader(path, steps) : undefined;
  }

  /** Reads a frame. Returns false if the frame is different from the usual ones. */
  read(bytes: Uint8Array, scanner: FrameScanner<Message>): boolean {
    const { starts, ends, counts } = scanner;
    const steps = this.#steps;
    const { length } = bytes;
    let view: DataView | undefined;
    let offset = 0;
    if (this.#isLong) {
      offset = bytes.byteOffset;
      view = scanner.viewOf(bytes);
    }
    let at = 0;
    for (let index = 0; index < steps.length; index += 1) {
      const step = steps[index] as ReaderStep;
      const { words } = step;
      const start = at + step.length;
      let same = 0;
      let isSame = start <= length;
      if (isSame) {
        if (view === undefined || words === undefined) {
          const { text } = step;
          while (same < text.length && bytes[at + same] === text[same]) same += 1;
          isSame = same === text.length;
        } else {
          const last = words.length - 1;
          let place = offset + at;
          while (same < last && view.getInt32(place, true) === words[same]) {
            same += 1;
            place += 4;
          }
          isSame = same === last && view.getInt32(offset + start - 4, true) === words[last];
        }
      }
      if (!isSame) {
        const { otherwise } = step;
        if (otherwise === undefined) return false;
        steps[index] = otherwise;
        index -= 1;
        continue;
      }
      at = start;
      const { kind } = step;
      if (kind === CONSTANT || kind === END) continue;
      if (kind === PART) {
        const { column } = step;
        if ((bytes[start] === QUOTE) !== step.isQuoted) return false;
        at =
          column === undefined
            ? readPart(bytes, start, step.learned)
            : scanDecimal(bytes, start, column, 0);
        if (at < 0) return false;
      } else if (kind === COUNT) {
        const { slot, again } = step;
        // The digits are read in the same way as by `scanDecimal`.
        let whole = 0;
        let digit = ((bytes[at] as number) | 0) - 0x30;
        while (digit >>> 0 <= 9) {
          whole = ((((whole << 2) + whole) << 1) + digit) | 0;
          digit = ((bytes[++at] as number) | 0) - 0x30;
        }
        const digits = at - start;
        if (digits === 0 || (digits > 1 && bytes[start] === 0x30)) return false;
        let value: number = whole;
        if (digits > 9) value = longNumber(bytes, start, at);
        starts[slot] = start;
        starts[again] = start;
        ends[slot] = at;
        ends[again] = at;
        counts[slot] = value;
        counts[again] = value;
        // The numbers are the codes of a quote, a dot, an e and an E, minus the code of the digit 0.
        if (step.isQuoted) {
          if (digit !== -14) return false;
          at += 1;
        } else if (digit === -2 || digit === 53 || digit === 21) return false;
      } else if (kind === LEVELS) {
        const { shape, columns } = step.learned.levels as NonNullable<LearnedStep["levels"]>;
        at = scanLevels(bytes, start, shape, columns);
        if (at < 0) return false;
      } else if (kind === STRING) {
        if (view !== undefined) {
          const most = offset + length - 4;
          let place = offset + start;
          while (place <= most && isPlainWord(view.getInt32(place, true))) place += 4;
          at = place - offset;
        }
        at = skipPlain(bytes, at);
        if (bytes[at] !== QUOTE) return false;
        const { slot, again } = step;
        starts[slot] = start;
        starts[again] = start;
        ends[slot] = at;
        ends[again] = at;
        at += 1;
      } else {
        at = kind === NUMBER ? skipAnyNumber(bytes, start) : readValue(bytes, start, step.learned);
        if (at < 0) return false;
      }
    }
    return at === length;
  }
}

/** Returns the index after the value of a step. `bytes` is a frame that the path has read. */
function valueEnd(bytes: Uint8Array, start: number, { kind, extent }: LearnedStep): number {
  if (kind === CONSTANT || kind === END) return start;
  return kind === STRING ? skipPlain(bytes, start) + 1 : skipValue(bytes, start, extent);
}

/**
 * Reads a positive integer of more than nine digits. Returns NaN if the integer might not fit a double.
 */
function longNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > SAFE_DIGITS) return Number.NaN;
  return digitsAt(bytes, start, end - 9) * 1e9 + digitsAt(bytes, end - 9, end);
}
