// A tree of the JSON pointers whose values are read from frames.

import { pointerSteps } from "@specwright/runtime";
import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import type { LevelShape } from "../../../books/decimals/level-shape.ts";

/** A pointer to a list of levels or to one level, and the columns for the levels. */
export interface LevelTarget {
  readonly pointer: string;
  readonly shape: LevelShape;
  readonly columns: DecimalColumns;
}

/** A level whose price and quantity are members or elements of one JSON value. */
export interface SingleLevel {
  /** The index of the level's `LevelTarget`. */
  readonly target: number;
  readonly shape: LevelShape;
  readonly columns: DecimalColumns;
  /** Has one bit for each part of the level. */
  readonly wanted: number;
  /** Has the bits of the parts that were found in the frame. */
  found: number;
}

/** A JSON value that is a part of a level, such as the price. */
export interface LevelPart {
  readonly level: SingleLevel;
  readonly role: number;
  readonly bit: number;
}

export interface LevelList {
  readonly target: number;
  readonly shape: LevelShape;
  readonly columns: DecimalColumns;
}

/** A JSON value that is read, or whose members or elements are read. */
export class FrameNode {
  readonly names: Uint8Array[] = [];
  readonly members: FrameNode[] = [];
  /**
   * The nodes of elements by their index. `fromEnd` has the nodes of elements that are counted from the
   * end.
   */
  readonly elements: (FrameNode | undefined)[] = [];
  readonly fromEnd: (FrameNode | undefined)[] = [];
  slot = -1;
  readonly lists: LevelList[] = [];
  readonly singles: SingleLevel[] = [];
  readonly parts: LevelPart[] = [];
  /** The number of the last frame in which this value was found. */
  frame = -1;
  /** For `fromEnd`: the positions at which the last elements of the array start. */
  starts: Int32Array = new Int32Array(0);

  /** Returns the node of a member. Creates the node if it is missing. */
  member(name: string): FrameNode {
    const bytes = new TextEncoder().encode(name);
    let at = this.names.findIndex((one) => hasSameBytes(one, bytes));
    if (at < 0) {
      at = this.names.push(bytes) - 1;
      this.members.push(new FrameNode());
    }
    return this.members[at] as FrameNode;
  }

  /**
   * Returns the node of an element. Creates the node if it is missing. A negative index counts from the
   * end.
   */
  element(index: number): FrameNode {
    const list = index < 0 ? this.fromEnd : this.elements;
    const at = index < 0 ? -index - 1 : index;
    // An array without holes is faster to read.
    while (list.length <= at) list.push(undefined);
    if (index < 0) this.starts = new Int32Array(list.length);
    const node = list[at] ?? new FrameNode();
    list[at] = node;
    return node;
  }

  /** Returns the node of the member whose name is in `bytes` from `start` to `end`. */
  find(bytes: Uint8Array, start: number, end: number): FrameNode | undefined {
    const { names } = this;
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] as Uint8Array;
      if (name.length !== end - start) continue;
      let at = 0;
      while (at < name.length && name[at] === bytes[start + at]) at += 1;
      if (at === name.length) return this.members[index];
    }
    return undefined;
  }

  /** Whether any value inside this value is read. */
  get hasChildren(): boolean {
    const { members, elements, fromEnd, lists, singles } = this;
    return [members, elements, fromEnd, lists, singles].some(({ length }) => length > 0);
  }

  /** Lists the nodes of the members and elements. */
  *children(): Generator<FrameNode, void, undefined> {
    yield* this.members;
    for (const list of [this.elements, this.fromEnd]) {
      for (const node of list) if (node !== undefined) yield node;
    }
  }
}

/** Builds the tree for values and levels. The slot of a pointer is its index in `pointers`. */
export function frameTree(pointers: readonly string[], targets: readonly LevelTarget[]): FrameNode {
  const root = new FrameNode();
  for (const [slot, pointer] of pointers.entries()) nodeAt(root, pointer).slot = slot;
  for (const [target, { pointer, shape, columns }] of targets.entries()) {
    const node = nodeAt(root, pointer);
    if (!shape.single) node.lists.push({ target, shape, columns });
    else addSingle(node, target, shape, columns);
  }
  return root;
}

function addSingle(
  node: FrameNode,
  target: number,
  shape: LevelShape,
  columns: DecimalColumns,
): void {
  const places = shape.roles.flatMap((role, place) => (role === 0 ? [] : [{ role, place }]));
  const wanted = (1 << places.length) - 1;
  const level: SingleLevel = { target, shape, columns, wanted, found: 0 };
  node.singles.push(level);
  columns.reserve(1);
  for (const [at, { role, place }] of places.entries()) {
    const name = shape.names[place];
    const part = name === undefined ? node.element(place) : node.member(decodeUtf8(name));
    part.parts.push({ level, role, bit: 1 << at });
  }
}

function nodeAt(root: FrameNode, pointer: string): FrameNode {
  let node = root;
  for (const step of pointerSteps(pointer)) {
    node = typeof step === "number" ? node.element(step) : node.member(step);
  }
  return node;
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function hasSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
