// The paths that frames took. A venue writes its frames with the same names in the same order, so
// the bytes of a frame are compared with those of an earlier one, and only its values are read. A
// frame that differs in any other place is left to the scanner.

import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { type LevelShape, ROLE_PRICE, ROLE_QUANTITY } from "../../../books/decimals/level-shape.ts";
import { scanDecimal } from "../../../books/decimals/scan-decimal.ts";
import { scanLevelPart, scanLevels } from "../../../books/decimals/scan-levels.ts";
import { skipNumber, skipPlain, skipValue } from "../../../books/decimals/skip-json.ts";

/** What a step of a path reads after its text. */
export const STEP = {
  /** A string without escapes, whose first quote is of the text. */
  string: 0,
  number: 1,
  /** A part of a level that is one value. */
  part: 2,
  /** A list of levels. */
  levels: 3,
  /** A value that is not wanted, or a container of which nothing is. */
  value: 4,
  /** Nothing, because the value is the end of the text. */
  constant: 5,
  /** Nothing, because the value was read: it is that of another slot too. */
  again: 6,
  /** The end of the frame. */
  end: 7,
} as const;

/** What frames that take the same path have in common. */
export interface FramePath {
  readonly message: string;
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
interface PathStep extends LearnedStep {
  readonly path: FramePath | undefined;
  next: PathStep | undefined;
  other: PathStep | undefined;
}

/** The most steps of all paths, and the most bytes of their texts. */
const [MAX_STEPS, MAX_BYTES] = [512, 16_384] as const;
const QUOTE = 0x22;

/** Paths of frames as a tree: frames with the same beginning share their first steps. */
export class FramePaths {
  #root: { next: PathStep | undefined } = { next: undefined };
  #steps = 0;
  #bytes = 0;

  /** Returns the path of a frame whose values it reads; undefined if there is none. */
  follow(bytes: Uint8Array, starts: Int32Array, ends: Int32Array): FramePath | undefined {
    let from = this.#root;
    let before: PathStep | undefined;
    let step = from.next;
    let at = 0;
    while (step !== undefined) {
      const next = readStep(bytes, at, step, starts, ends);
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

  /** Adds a path that no frame has taken. */
  add(steps: readonly LearnedStep[], path: FramePath): void {
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
        step = { ...learned, path: end, next: undefined, other: from.next };
        from.next = step;
      }
      from = step;
    }
  }
}

/** Reads a step of a path. Returns the index after it, or -1 if the frame has something else. */
function readStep(
  bytes: Uint8Array,
  at: number,
  step: PathStep,
  starts: Int32Array,
  ends: Int32Array,
): number {
  const { text, kind, slot, first, levels } = step;
  const { length } = text;
  const start = at + length;
  if (start > bytes.length) return -1;
  for (let index = 0; index < length; index += 1) {
    if (bytes[at + index] !== text[index]) return -1;
  }
  let next = start;
  let quote = 0;
  if (kind === STEP.string) {
    next = skipPlain(bytes, start);
    if (bytes[next] !== QUOTE) return -1;
    starts[slot] = start;
    ends[slot] = next;
    return next + 1;
  }
  if (kind === STEP.number) next = skipNumber(bytes, start);
  else if (kind === STEP.constant) {
    starts[slot] = start - step.extent;
    ends[slot] = start;
    return start;
  } else if (levels !== undefined) {
    const { shape, columns } = levels;
    if (kind === STEP.levels) return scanLevels(bytes, start, shape, columns);
    quote = bytes[start] === QUOTE ? 1 : 0;
    if (quote !== Number(first === QUOTE)) return -1;
    const { role } = step;
    if (role === ROLE_PRICE) next = scanDecimal(bytes, start, columns.price, 0);
    else if (role === ROLE_QUANTITY) next = scanDecimal(bytes, start, columns.quantity, 0);
    else next = scanLevelPart(bytes, start, role, shape, columns, 0);
  } else if (kind === STEP.again) {
    starts[slot] = starts[step.extent] as number;
    ends[slot] = ends[step.extent] as number;
    return start;
  } else if (kind === STEP.end) return start === bytes.length ? start : -1;
  else return first >= 0 && bytes[start] !== first ? -1 : skipValue(bytes, start, step.extent);
  if (next < 0) return -1;
  starts[slot] = start + quote;
  ends[slot] = next - quote;
  return next;
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
