// Finds alternatives of a union that exclude each other, because their types or tags differ. This is
// sufficient for most unions, and faster than a search.

import { type Constraint, type Node, valueText } from "../canonical/constraint.ts";
import { type JsonType, jsonTypeOf, jsonTypes } from "../json/json-type.ts";
import type { Branch } from "./branch.ts";

type Types = ReadonlySet<JsonType>;

const allTypes: Types = new Set(jsonTypes);
const typesByNode = new WeakMap<Node, Types>();

/** Returns the types of the values that a node may accept. */
export function typesOf(node: Node): Types {
  const known = typesByNode.get(node);
  if (known !== undefined) return known;
  // Until the types of a recursive node are known, it allows all types.
  typesByNode.set(node, allTypes);
  const types = node.constraints.map(typesOfConstraint).reduce(intersectTypes, allTypes);
  typesByNode.set(node, types);
  return types;
}

function typesOfConstraint(constraint: Constraint): Types {
  switch (constraint.kind) {
    case "types":
      return constraint.types;
    case "values":
      return new Set(constraint.values.map(jsonTypeOf));
    case "allOf":
      return constraint.nodes.map(typesOf).reduce(intersectTypes, allTypes);
    case "anyOf":
    case "oneOf":
      return new Set(constraint.nodes.flatMap((node) => [...typesOf(node)]));
    default:
      return allTypes;
  }
}

function intersectTypes(left: Types, right: Types): Types {
  return new Set([...left].filter((type) => right.has(type)));
}

type Values = ReadonlySet<string>;

/** The values that a property can have, as texts, and whether the property is required. */
interface Tag {
  readonly values: Values;
  readonly isRequired: boolean;
}

const tagsByNode = new WeakMap<Node, ReadonlyMap<string, Tag>>();
const valuesByNode = new WeakMap<Node, Values | "any">();

/**
 * Reports whether every object that matches a branch has a tag that a node rejects. If the result is
 * `false`, the tags do not decide whether the node rejects the objects.
 */
export function hasOtherTag({ accepted }: Branch, node: Node): boolean {
  for (const [name, { values, isRequired }] of tagsOf(node)) {
    if (!isRequired && !requiresProperty(accepted, name)) continue;
    for (const each of accepted) {
      const member = each.kind === "members" ? each.properties.get(name) : undefined;
      const own = member && valuesOf(member);
      if (own !== undefined && own !== "any" && areDisjoint(own, values)) return true;
    }
  }
  return false;
}

const overlapsByNodes = new WeakMap<readonly Node[], Map<JsonType, Overlaps>>();

/** For each node, the indices of other nodes that may accept the same value. */
type Overlaps = readonly (readonly number[])[];

/** Returns, for each node, the other nodes that may accept the same value of a type. */
export function overlapsOf(type: JsonType, nodes: readonly Node[]): Overlaps {
  const byType = overlapsByNodes.get(nodes) ?? new Map<JsonType, Overlaps>();
  const known = byType.get(type);
  if (known !== undefined) return known;
  const overlaps = nodes.map((node, index) =>
    [...nodes.keys()].filter((at) => {
      const other = nodes[at];
      return at !== index && other !== undefined && mayOverlap(type, node, other);
    }),
  );
  overlapsByNodes.set(nodes, byType.set(type, overlaps));
  return overlaps;
}

function mayOverlap(type: JsonType, left: Node, right: Node): boolean {
  if (!typesOf(left).has(type) || !typesOf(right).has(type)) return false;
  if (type !== "object") return true;
  const tags = tagsOf(right);
  for (const [name, { values, isRequired }] of tagsOf(left)) {
    const other = tags.get(name);
    const isCertain = isRequired || other?.isRequired === true;
    if (isCertain && other !== undefined && areDisjoint(values, other.values)) return false;
  }
  return true;
}

/** Returns the properties for which a node lists the possible values. */
function tagsOf(node: Node): ReadonlyMap<string, Tag> {
  const known = tagsByNode.get(node);
  if (known !== undefined) return known;
  const tags = new Map<string, Tag>();
  const constraints = partsOf(node).flatMap((part) => part.constraints);
  for (const each of constraints) {
    if (each.kind !== "members") continue;
    for (const [name, member] of each.properties) {
      const values = valuesOf(member);
      if (values !== "any")
        tags.set(name, { values, isRequired: requiresProperty(constraints, name) });
    }
  }
  tagsByNode.set(node, tags);
  return tags;
}

/** Returns the values that a node lists; "any" if it lists no values. */
function valuesOf(node: Node): Values | "any" {
  const known = valuesByNode.get(node);
  if (known !== undefined) return known;
  const listed = partsOf(node)
    .flatMap((part) => part.constraints)
    .find((each) => each.kind === "values");
  const values = listed === undefined ? "any" : new Set(listed.values.map(valueText));
  valuesByNode.set(node, values);
  return values;
}

/** Lists a node, and all nodes that must accept the same value. */
function partsOf(node: Node): readonly Node[] {
  const parts = new Set([node]);
  for (const { constraints } of parts) {
    for (const each of constraints) {
      if (each.kind === "allOf") for (const part of each.nodes) parts.add(part);
    }
  }
  return [...parts];
}

function requiresProperty(constraints: readonly Constraint[], name: string): boolean {
  return constraints.some((each) => each.kind === "required" && each.name === name);
}

function areDisjoint(left: Values, right: Values): boolean {
  for (const each of left) if (right.has(each)) return false;
  return true;
}
