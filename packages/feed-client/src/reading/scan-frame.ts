// Reads the parts of a frame that a feed is judged by, in one pass over its bytes and without
// parsing the rest: the values at some pointers, and levels of books into columns.

import { type DecimalColumns, type LevelShape, scanLevels } from "@specwright/order-book/decimals";
import { pointerSteps } from "@specwright/runtime";
import { JsonBytes } from "./json-bytes.ts";

/** Levels at a pointer: a list of them, or the only one. */
export interface LevelTarget {
  readonly pointer: string;
  readonly shape: LevelShape;
  readonly columns: DecimalColumns;
}

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

interface Node {
  readonly names: Uint8Array[];
  readonly members: Node[];
  /** By index, and by distance from the end. */
  readonly elements: (Node | undefined)[];
  readonly fromEnd: (Node | undefined)[];
  slot: number;
  readonly targets: number[];
}

const [QUOTE, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [
  0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d,
];
const MAX_DEPTH = 256;

/** Scans frames for values at pointers. It holds the parts of one frame at a time. */
export class FrameScanner {
  /** The kinds, starts and ends of the values, by slot. A string's range is inside its quotes. */
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Whether the levels of each target were read. */
  readonly filled: Uint8Array;
  bytes: Uint8Array = new Uint8Array();
  readonly #root: Node = newNode();
  readonly #targets: readonly LevelTarget[];
  readonly #json: JsonBytes = new JsonBytes();

  /** Prepares a scanner. The slot of a pointer is its index. */
  constructor(pointers: readonly string[], targets: readonly LevelTarget[]) {
    for (const [slot, pointer] of pointers.entries()) this.#node(pointer).slot = slot;
    for (const [at, { pointer }] of targets.entries()) this.#node(pointer).targets.push(at);
    this.#targets = targets;
    this.kinds = new Uint8Array(pointers.length);
    this.starts = new Int32Array(pointers.length);
    this.ends = new Int32Array(pointers.length);
    this.filled = new Uint8Array(targets.length);
  }

  /** Scans a frame. Returns false if it is not JSON, or has member names with escapes. */
  scan(bytes: Uint8Array): boolean {
    this.bytes = bytes;
    this.kinds.fill(KIND.absent);
    this.filled.fill(0);
    const json = this.#json;
    json.bytes = bytes;
    const end = this.#value(this.#root, json.skipSpace(0), 0);
    return end >= 0 && json.skipSpace(end) === bytes.length;
  }

  #node(pointer: string): Node {
    let node = this.#root;
    for (const step of pointerSteps(pointer)) {
      if (typeof step === "number") {
        const list = step < 0 ? node.fromEnd : node.elements;
        const at = step < 0 ? -step - 1 : step;
        list[at] ??= newNode();
        node = list[at];
        continue;
      }
      const bytes = new TextEncoder().encode(step);
      let at = node.names.findIndex((name) => isSame(name, bytes));
      if (at < 0) {
        at = node.names.push(bytes) - 1;
        node.members.push(newNode());
      }
      node = node.members[at] as Node;
    }
    return node;
  }

  /** Reads a value and returns the index after it, or -1. */
  #value(node: Node, at: number, depth: number): number {
    const { bytes } = this;
    const first = bytes[at];
    const json = this.#json;
    let kind: number = KIND.number;
    let end = -1;
    let inner = 0;
    if (first === QUOTE) {
      kind = KIND.string;
      end = json.skipString(at);
      inner = 1;
    } else if (first === OPEN_OBJECT) {
      kind = KIND.object;
      end = depth < MAX_DEPTH ? this.#object(node, at, depth) : -1;
    } else if (first === OPEN_ARRAY) {
      kind = KIND.array;
      end = this.#array(node, at, depth);
    } else if (first === 0x74) {
      kind = KIND.true;
      end = json.skipWord(at, "true");
    } else if (first === 0x66) {
      kind = KIND.false;
      end = json.skipWord(at, "false");
    } else if (first === 0x6e) {
      kind = KIND.null;
      end = json.skipWord(at, "null");
    } else {
      end = json.skipNumber(at);
    }
    if (end < 0) return -1;
    const { slot } = node;
    if (slot >= 0) {
      this.kinds[slot] = kind;
      this.starts[slot] = at + inner;
      this.ends[slot] = end - inner;
    }
    return end;
  }

  #object(node: Node, start: number, depth: number): number {
    const { bytes } = this;
    const json = this.#json;
    this.#levels(node, start);
    let at = json.skipSpace(start + 1);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return -1;
      const nameEnd = json.skipString(at);
      if (nameEnd < 0 || json.escaped) return -1;
      const member = memberOf(node, bytes, at + 1, nameEnd - 1);
      at = json.skipColon(nameEnd);
      if (at < 0) return -1;
      at =
        member === undefined ? json.skipValue(at, depth + 1) : this.#value(member, at, depth + 1);
      if (at < 0) return -1;
      at = json.skipSpace(at);
      if (bytes[at] === COMMA) at = json.skipSpace(at + 1);
      else return bytes[at] === CLOSE_OBJECT ? at + 1 : -1;
    }
  }

  #array(node: Node, start: number, depth: number): number {
    const read = this.#levels(node, start);
    if (read >= 0 && node.elements.length === 0 && node.fromEnd.length === 0) return read;
    if (node.elements.length === 0 && node.fromEnd.length === 0) {
      return this.#json.skipValue(start, depth);
    }
    return depth < MAX_DEPTH ? this.#elements(node, start, depth) : -1;
  }

  #elements(node: Node, start: number, depth: number): number {
    const { bytes } = this;
    const json = this.#json;
    /** The starts of the last elements. */
    const last: number[] = [];
    let at = json.skipSpace(start + 1);
    if (bytes[at] === CLOSE_ARRAY) return at + 1;
    for (let index = 0; ; index += 1) {
      const element = node.elements[index];
      const from = at;
      at =
        element === undefined ? json.skipValue(at, depth + 1) : this.#value(element, at, depth + 1);
      if (at < 0) return -1;
      if (node.fromEnd.length > 0) {
        if (last.length === node.fromEnd.length) last.shift();
        last.push(from);
      }
      at = json.skipSpace(at);
      if (bytes[at] === COMMA) {
        at = json.skipSpace(at + 1);
        continue;
      }
      if (bytes[at] !== CLOSE_ARRAY) return -1;
      for (const [back, wanted] of node.fromEnd.entries()) {
        const from = last[last.length - 1 - back];
        if (wanted !== undefined && from !== undefined) this.#value(wanted, from, depth + 1);
      }
      return at + 1;
    }
  }

  /** Reads the levels that begin here, if there are any, and returns the index after them or -1. */
  #levels(node: Node, start: number): number {
    let end = -1;
    for (const target of node.targets) {
      const { shape, columns } = this.#targets[target] as LevelTarget;
      columns.clear();
      const after = scanLevels(this.bytes, start, shape, columns);
      this.filled[target] = after >= 0 ? 1 : 0;
      if (after >= 0) end = after;
    }
    return end;
  }
}

function newNode(): Node {
  return { names: [], members: [], elements: [], fromEnd: [], slot: -1, targets: [] };
}

function memberOf(node: Node, bytes: Uint8Array, start: number, end: number): Node | undefined {
  const { names } = node;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as Uint8Array;
    if (name.length !== end - start) continue;
    let at = 0;
    while (at < name.length && name[at] === bytes[start + at]) at += 1;
    if (at === name.length) return node.members[index];
  }
  return undefined;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
