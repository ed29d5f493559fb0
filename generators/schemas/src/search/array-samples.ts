import type { JsonValue } from "@specwright/spec-loader";
import { type ArrayConstraint, type Node, valueText } from "../canonical/constraint.ts";
import { isSameJson } from "../json/json-type.ts";
import type { Needed } from "./branch.ts";
import type { Finder } from "./outcome.ts";

type Item = Extract<Needed, { kind: "item" }>;

interface ArrayBranch {
  readonly accepted: readonly ArrayConstraint[];
  readonly rejected: readonly ArrayConstraint[];
  readonly needed: readonly Item[];
}

/** The requirements for an array: its length, its items, and how many items must match some schemas. */
interface ArrayShape {
  readonly minimum: number;
  readonly maximum: number;
  readonly items: readonly Extract<ArrayConstraint, { kind: "items" }>[];
  readonly counts: ReadonlyMap<number, Count>;
  readonly isUnique: boolean;
  readonly isRepeating: boolean;
  /** From this index on, all items have the same schemas. */
  readonly tail: number;
}

interface Count {
  readonly node: Node;
  readonly least: number;
  readonly most: number;
}

/** An item that the array must contain. It must match `wanted` and must not match `refused`. */
interface Placed {
  readonly from: number;
  readonly to: number;
  readonly wanted: readonly Node[];
  readonly refused: readonly Node[];
}

/** The maximum length of the arrays that are built. */
const longest = 200;

/** The maximum number of distinct items that are counted. */
const mostDistinct = 20;

/** The maximum number of arrays. After that, no further positions are tried for the required items. */
const mostSamples = 8;

/** Returns some arrays that may match a branch; `undefined` if certainly no array matches it. */
export function sampleArrays(
  finder: Finder,
  branch: ArrayBranch,
): readonly JsonValue[] | undefined {
  const shape = shapeOf(branch);
  if (shape === undefined) return undefined;
  const maximum = Math.min(
    shape.maximum,
    possibleLength(finder, shape),
    distinctLength(finder, shape),
  );
  if (shape.minimum > maximum) return undefined;
  const required: Placed[] = branch.needed.map(({ from, to, refused }) => ({
    from,
    to,
    wanted: [],
    refused: [refused],
  }));
  for (const { node, least } of shape.counts.values()) {
    for (let count = 0; count < Math.min(least, 4); count += 1) {
      required.push({ from: 0, to: Number.POSITIVE_INFINITY, wanted: [node], refused: [] });
    }
  }
  return place(finder, { ...shape, maximum }, required, new Map());
}

function shapeOf({ accepted, rejected }: ArrayBranch): ArrayShape | undefined {
  let [minimum, maximum] = [0, Number.POSITIVE_INFINITY];
  const items: Extract<ArrayConstraint, { kind: "items" }>[] = [];
  const counts = new Map<number, Count>();
  const count = (node: Node, least: number, most: number): void => {
    const known = counts.get(node.id) ?? { node, least: 0, most: Number.POSITIVE_INFINITY };
    const both = { least: Math.max(known.least, least), most: Math.min(known.most, most) };
    counts.set(node.id, { node, ...both });
  };
  let [isUnique, isRepeating] = [false, false];
  for (const [each, holds] of [
    ...accepted.map((one) => [one, true] as const),
    ...rejected.map((one) => [one, false] as const),
  ]) {
    if (each.kind === "items") items.push(each);
    else if (each.kind === "uniqueItems")
      [isUnique, isRepeating] = [isUnique || holds, isRepeating || !holds];
    else if (each.kind === "minItems" || each.kind === "maxItems") {
      const isLower = (each.kind === "minItems") === holds;
      const limit = holds ? each.limit : each.limit + (isLower ? 1 : -1);
      if (isLower) minimum = Math.max(minimum, limit);
      else maximum = Math.min(maximum, limit);
    } else if (each.kind === "minContains" || each.kind === "maxContains") {
      const isLower = (each.kind === "minContains") === holds;
      const limit = holds ? each.limit : each.limit + (isLower ? 1 : -1);
      count(each.node, isLower ? limit : 0, isLower ? Number.POSITIVE_INFINITY : limit);
    }
  }
  for (const { least, most } of counts.values()) {
    if (least > most || most < 0) return undefined;
    minimum = Math.max(minimum, least);
  }
  if (isUnique && isRepeating) return undefined;
  if (isRepeating) minimum = Math.max(minimum, 2);
  const tail = Math.max(0, ...items.map(({ prefix }) => prefix.length));
  return { minimum, maximum, items, counts, isUnique, isRepeating, tail };
}

/** Returns the nodes that must accept the item at an index, and the nodes that must reject it. */
function nodesAt(shape: ArrayShape, index: number): { wanted: Node[]; refused: Node[] } {
  return {
    wanted: shape.items.map(({ prefix, rest }) => prefix[index] ?? rest),
    refused: [...shape.counts.values()].flatMap(({ node, most }) => (most === 0 ? [node] : [])),
  };
}

/** Returns the maximum length of the array. At each lower index, an item is possible. */
function possibleLength(finder: Finder, shape: ArrayShape): number {
  for (let index = 0; index <= Math.min(shape.tail, shape.maximum); index += 1) {
    const { wanted, refused } = nodesAt(shape, index);
    if (finder.inside(wanted, refused).kind === "empty") return index;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Returns how many distinct items are possible, if this is less than the minimum length. Otherwise returns
 * the maximum length.
 */
function distinctLength(finder: Finder, shape: ArrayShape): number {
  const { minimum, isUnique, tail } = shape;
  if (!isUnique || tail > 0 || minimum < 2 || minimum > mostDistinct) return shape.maximum;
  const { wanted, refused } = nodesAt(shape, 0);
  const values: JsonValue[] = [];
  while (values.length < minimum) {
    const outcome = finder.inside(wanted, [...refused, ...valuesPart(finder, values)]);
    if (outcome.kind === "empty") return values.length;
    if (outcome.kind === "unknown") break;
    values.push(outcome.value);
  }
  return shape.maximum;
}

/** Tries each possible index for each required item, and builds an array for each combination. */
function place(
  finder: Finder,
  shape: ArrayShape,
  required: readonly Placed[],
  placed: ReadonlyMap<number, Placed>,
): readonly JsonValue[] | undefined {
  const [next, ...others] = required;
  if (next === undefined) return buildArray(finder, shape, placed);
  // After the prefix items, all free indices are equivalent, so only the first is tried.
  let end = shape.tail;
  while (placed.has(end) || end < next.from) end += 1;
  let samples: readonly JsonValue[] | undefined;
  for (let index = next.from; index <= Math.min(next.to, end); index += 1) {
    if (index >= shape.maximum) break;
    const before = placed.get(index);
    // If a node counts both items, they need different indices.
    if (next.wanted.some((node) => before?.wanted.includes(node))) continue;
    const both: Placed = {
      from: index,
      to: index,
      wanted: [...(before?.wanted ?? []), ...next.wanted],
      refused: [...(before?.refused ?? []), ...next.refused],
    };
    const found = place(finder, shape, others, new Map([...placed, [index, both]]));
    if (found !== undefined) samples = [...(samples ?? []), ...found];
    if (samples !== undefined && samples.length >= mostSamples) break;
  }
  return samples;
}

function buildArray(
  finder: Finder,
  shape: ArrayShape,
  placed: ReadonlyMap<number, Placed>,
): readonly JsonValue[] | undefined {
  const length = Math.max(shape.minimum, ...[...placed.keys()].map((index) => index + 1));
  if (length > shape.maximum) return undefined;
  const array: JsonValue[] = [];
  let isComplete = length <= longest;
  for (let index = 0; index < Math.min(length, longest); index += 1) {
    const at = nodesAt(shape, index);
    const more = placed.get(index);
    const wanted = [...at.wanted, ...(more?.wanted ?? [])];
    const refused = [...at.refused, ...(more?.refused ?? [])];
    const outcome = finder.inside(wanted, refused);
    if (outcome.kind === "empty") return undefined;
    const item = preferred(finder, shape, array, wanted, refused, more === undefined);
    if (item !== undefined) array.push(item);
    else if (outcome.kind === "found") array.push(outcome.value);
    else isComplete = false;
  }
  if (!isComplete) return [];
  if (!shape.isRepeating) return [array];
  const first = array[0] ?? null;
  return [array.map(() => first), [...array, first]];
}

/**
 * Returns an item that differs from all earlier items, if items must be unique. If `isFree`, the nodes with
 * a maximum number of items also reject it. Returns `undefined` if neither applies, or if there is no such
 * item.
 */
function preferred(
  finder: Finder,
  shape: ArrayShape,
  before: readonly JsonValue[],
  wanted: readonly Node[],
  refused: readonly Node[],
  isFree: boolean,
): JsonValue | undefined {
  const avoided = [...refused];
  if (shape.isUnique) avoided.push(...valuesPart(finder, before));
  const limited = [...shape.counts.values()].filter(({ most }) => Number.isFinite(most));
  if (isFree) avoided.push(...limited.map(({ node }) => node));
  if (avoided.length === refused.length) return undefined;
  const outcome = finder.inside(wanted, avoided);
  return outcome.kind === "found" ? outcome.value : undefined;
}

/**
 * Returns a list with one node, which accepts only the given values. Without values, the list is empty.
 */
function valuesPart({ graph }: Finder, values: readonly JsonValue[]): readonly Node[] {
  if (values.length === 0) return [];
  const name = `values ${values.map(valueText).sort()}`;
  const isListed = (value: JsonValue): boolean => values.some((each) => isSameJson(each, value));
  return [graph.part(name, { kind: "values", values: [...values] }, isListed)];
}
