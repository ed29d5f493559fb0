import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { ROLE_NONE } from "../../../books/decimals/level-shape.ts";
import { skipPlain, skipSpace, skipValue } from "../../../books/decimals/skip-json.ts";
import { KIND, scalarKind } from "./frame-kind.ts";
import type { FrameNode } from "./frame-node.ts";
import { type LearnedStep, STEP } from "./frame-paths.ts";

const [QUOTE, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [
  0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d,
] as const;

/** A frame that was scanned without a path, and the findings of the scanner. */
interface ScannedFrame {
  readonly bytes: Uint8Array;
  readonly kinds: Uint8Array;
  readonly filled: Uint8Array;
  readonly consulted: Uint8Array;
}

/** The steps of a path, and the columns of levels that are not in a list. */
export interface LearnedPath {
  readonly steps: readonly LearnedStep[];
  readonly singles: readonly DecimalColumns[];
}

/**
 * Creates the path of the scanned frame. Returns undefined if a path cannot describe the frame: if the
 * frame has escapes, the same name twice, or levels that the scanner could not read.
 */
export function learnPath(scanner: ScannedFrame, root: FrameNode): LearnedPath | undefined {
  const { bytes, filled } = scanner;
  const learner = new PathLearner(scanner);
  const end = learner.value(root, skipSpace(bytes, 0), 0);
  if (end < 0) return undefined;
  learner.add(STEP.end, bytes.length, bytes.length);
  const singles = [...learner.singles].filter(([target]) => filled[target] === 1);
  return { steps: learner.steps, singles: singles.map(([, columns]) => columns) };
}

/**
 * Walks through a valid frame and collects its steps. The methods return the index after a value, or -1.
 */
class PathLearner {
  readonly steps: LearnedStep[] = [];
  readonly singles: Map<number, DecimalColumns> = new Map();
  readonly #scanner: ScannedFrame;
  #from = 0;

  constructor(scanner: ScannedFrame) {
    this.#scanner = scanner;
  }

  /** Adds a step for a value. */
  add(kind: number, start: number, end: number, more: Partial<LearnedStep> = {}): number {
    const { bytes, kinds } = this.#scanner;
    const text = Uint8Array.from(bytes.subarray(this.#from, start));
    const { length: none } = kinds;
    const usual = { slot: none, again: none, first: -1, extent: 0, role: ROLE_NONE };
    this.steps.push({ text, kind, ...usual, levels: undefined, ...more });
    this.#from = end;
    return end;
  }

  value(node: FrameNode | undefined, at: number, depth: number): number {
    const { bytes, filled } = this.#scanner;
    const first = bytes[at] as number;
    const skipped = skipValue(bytes, at, depth);
    if (node === undefined) {
      // Strings and numbers get their own steps, because these are skipped fastest.
      if (first === QUOTE && skipPlain(bytes, at + 1) === skipped - 1) {
        return this.add(STEP.string, at + 1, skipped);
      }
      const isNumber = first === 0x2d || (first >= 0x30 && first <= 0x39);
      if (isNumber) return this.add(STEP.number, at, skipped);
      return this.add(STEP.value, at, skipped, { extent: depth });
    }
    if (first === OPEN_OBJECT && node.members.length > 0) return this.#learnObject(node, at, depth);
    if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return this.#learnScalar(node, at, first);
    if (first === OPEN_ARRAY) {
      const { lists, elements, fromEnd } = node;
      const hasElements = elements.length + fromEnd.length > 0;
      const [list] = lists;
      if (list !== undefined) {
        const isRead = lists.length === 1 && filled[list.target] === 1;
        if (!hasElements) return isRead ? this.add(STEP.levels, at, skipped, { levels: list }) : -1;
        // The node wants both a list and single elements. If the array may be the list, no path is learned.
        const element = bytes[skipSpace(bytes, at + 1)] as number;
        if (element === CLOSE_ARRAY || element === OPEN_ARRAY || element === OPEN_OBJECT) return -1;
      }
      if (hasElements) return this.#learnArray(node, at, depth);
    }
    return this.add(STEP.value, at, skipped, { first, extent: depth });
  }

  #learnScalar({ slot, parts }: FrameNode, at: number, first: number): number {
    const { bytes, consulted } = this.#scanner;
    const inner = first === QUOTE ? 1 : 0;
    const end = inner === 1 ? skipPlain(bytes, at + 1) + 1 : skipValue(bytes, at);
    if (inner === 1 && bytes[end - 1] !== QUOTE) return -1;
    const place = slot < 0 ? {} : { slot };
    const [part] = parts;
    if (part !== undefined) {
      const { level, role, bit } = part;
      if (parts.length > 1 || (level.found & bit) === 0) return -1;
      this.singles.set(level.target, level.columns);
      return this.add(STEP.part, at, end, {
        ...place,
        first: inner === 1 ? first : -1,
        role,
        levels: level,
      });
    }
    const isWord = inner === 0 && scalarKind(first) !== KIND.number;
    if (isWord && slot < 0) return end;
    if (isWord || consulted[slot] === 1) {
      const extent = end - at - 2 * inner;
      this.add(STEP.constant, end - inner, end - inner, { ...place, extent });
      return end;
    }
    return this.add(inner === 1 ? STEP.string : STEP.number, at + inner, end, place);
  }

  /**
   * Gives the value of the last step a second slot, the one of `node`. Returns false if `node` needs more
   * than a slot.
   */
  #noteRepeated(
    wanted: FrameNode | undefined,
    node: FrameNode | undefined,
    first: number | undefined,
  ): boolean {
    if (node === undefined || node.hasChildren || node.parts.length > 0) return false;
    if (first === OPEN_OBJECT || first === OPEN_ARRAY || node.slot < 0) return true;
    if (wanted === undefined || wanted.slot < 0) return false;
    const last = this.steps.at(-1);
    if (last?.slot !== wanted.slot) return false;
    last.again = node.slot;
    return true;
  }

  #learnObject(node: FrameNode, start: number, depth: number): number {
    const { bytes } = this.#scanner;
    const names = new Set<string>();
    let at = start;
    do {
      const name = skipSpace(bytes, at + 1);
      // An empty object contains no value, so it adds no step.
      if (bytes[name] === CLOSE_OBJECT) return name + 1;
      const quote = skipPlain(bytes, name + 1);
      const text = String.fromCharCode(...bytes.subarray(name, quote));
      if (names.has(text)) return -1;
      names.add(text);
      const colon = skipSpace(bytes, quote + 1);
      const member = node.find(bytes, name + 1, quote);
      at = this.value(member, skipSpace(bytes, colon + 1), depth + 1);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
    } while (bytes[at] === COMMA);
    return at + 1;
  }

  #learnArray({ elements, fromEnd }: FrameNode, start: number, depth: number): number {
    const { bytes } = this.#scanner;
    const places: number[] = [];
    let at = start;
    do {
      const place = skipSpace(bytes, at + 1);
      if (bytes[place] === CLOSE_ARRAY) return place + 1;
      places.push(place);
      at = skipSpace(bytes, skipValue(bytes, place, depth + 1));
    } while (bytes[at] === COMMA);
    for (const [index, place] of places.entries()) {
      const [element, last] = [elements[index], fromEnd[places.length - 1 - index]];
      const both = element !== undefined && last !== undefined;
      // If two nodes want the same value, only the first one gets a step, and `#noteRepeated` adds the
      // second.
      const [wanted, again] = both && last.hasChildren ? [last, element] : [element ?? last, last];
      if (this.value(wanted, place, depth + 1) < 0) return -1;
      if (both && !this.#noteRepeated(wanted, again, bytes[place])) return -1;
    }
    return at + 1;
  }
}
