// A tree of the places that are read in frames.

import { pointerSteps } from "@specwright/runtime";
import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import type { LevelShape } from "../../../books/decimals/level-shape.ts";

/** Levels at a pointer: a list of levels, or one level. */
export interface LevelTarget {
  readonly pointer: string;
  readonly shape: LevelShape;
  readonly columns: DecimalColumns;
}

/** A level whose parts are members or elements of one value. */
export interface SingleLevel {
  /** The index of its target. */
  readonly target: number;
  readonly shape: LevelShape;
  readonly columns: DecimalColumns;
  /** A bit for each part. */
  readonly wanted: number;
  /** The bits of the parts that were read. */
  found: number;
}

/** A value that is a part of a level. */
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

/** A place in frames that is read, or that contains places that are read. */
export class FrameNode {
  readonly names: Uint8Array[] = [];
  readonly members: FrameNode[] = [];
  /** `elements` is by index, `fromEnd` by distance from the end. */
  readonly elements: (FrameNode | undefined)[] = [];
  readonly fromEnd: (FrameNode | undefined)[] = [];
  slot = -1;
  readonly lists: LevelList[] = [];
  readonly singles: SingleLevel[] = [];
  readonly parts: LevelPart[] = [];
  /** The number of the last frame that had this value. */
  frame = -1;
  /** The starts of the last elements of an array. */
  starts: Int32Array = new Int32Array(0);

  /** Returns the node of a member; creates it if missing. */
  member(name: string): FrameNode {
    const bytes = new TextEncoder().encode(name);
    let at = this.names.findIndex((one) => hasSameBytes(one, bytes));
    if (at < 0) {
      at = this.names.push(bytes) - 1;
      this.members.push(new FrameNode());
    }
    return this.members[at] as FrameNode;
  }

  /** Returns the node of an element; creates it if missing. A negative index is from the end. */
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

  /** Returns the node of a member whose name is at some bytes. */
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

  /** Whether any value within this one is read. */
  get hasChildren(): boolean {
    const { members, elements, fromEnd, lists, singles } = this;
    return [members, elements, fromEnd, lists, singles].some(({ length }) => length > 0);
  }

  /** Lists the nodes below. */
  *children(): Generator<FrameNode, void, undefined> {
    yield* this.members;
    for (const list of [this.elements, this.fromEnd]) {
      for (const node of list) if (node !== undefined) yield node;
    }
  }
}

/** Builds the tree of values at pointers, whose slots are their indexes, and of levels. */
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
