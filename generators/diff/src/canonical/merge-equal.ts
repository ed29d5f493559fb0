import { compareCodePoints } from "@specwright/contract";
import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { decimalOf } from "../exact/decimal.ts";
import { isNumber, isObject } from "../json/json-type.ts";
import { type Constraint, type Node, nodesOf } from "./constraint.ts";

/**
 * Merges nodes that accept the same values, by partition refinement: nodes are distinguished by
 * their own constraints first, then by the nodes that they refer to, until nothing changes. Nodes
 * of a cycle that nothing distinguishes are equal.
 */
export function mergeEqualNodes(nodes: readonly Node[]): void {
  const own = nodes.map(({ constraints }) => constraints.map(ownText));
  for (const node of nodes) node.id = 0;
  for (let count = 0; ; ) {
    const numbers = new Map<string, number>();
    const next = nodes.map((node, index) => {
      const parts = node.constraints.map((constraint, at) => {
        const ids = nodesOf(constraint).map(({ id }) => id);
        const isSet = constraint.kind === "allOf" || constraint.kind === "anyOf";
        const order = isSet ? [...new Set(ids)].sort((left, right) => left - right) : ids;
        return `${own[index]?.[at]}(${order})`;
      });
      const text = `${node.id}:${[...new Set(parts)].sort(compareCodePoints).join(";")}`;
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    });
    for (const [index, node] of nodes.entries()) node.id = next[index] ?? 0;
    if (numbers.size === count) return;
    count = numbers.size;
  }
}

/** A constraint as text, without the nodes that it refers to. */
function ownText(constraint: Constraint): string {
  switch (constraint.kind) {
    case "types":
      return `types ${[...constraint.types].sort()}`;
    case "values":
      return `values ${[...new Set(constraint.values.map(valueText))].sort(compareCodePoints)}`;
    case "members":
      return `members ${JSON.stringify([
        [...constraint.properties.keys()],
        [...constraint.patterns.keys()],
      ])}`;
    case "opaque":
      return `opaque ${JSON.stringify(constraint.key)}`;
    case "lower":
    case "upper":
      return `${constraint.kind} ${constraint.bound.units}e-${constraint.bound.scale} ${constraint.exclusive}`;
    case "multipleOf":
      return `multipleOf ${constraint.step.units}e-${constraint.step.scale}`;
    case "pattern":
      return `pattern ${JSON.stringify(constraint.pattern)}`;
    case "required":
      return `required ${JSON.stringify(constraint.name)}`;
    case "dependentRequired":
      return `dependentRequired ${JSON.stringify([constraint.name, constraint.needed])}`;
    case "dependentSchema":
      return `dependentSchema ${JSON.stringify(constraint.name)}`;
    case "items":
      return `items ${constraint.prefix.length}`;
    default:
      return "limit" in constraint ? `${constraint.kind} ${constraint.limit}` : constraint.kind;
  }
}

/** Returns the same text for equal values only: 1 is 1.0, and the order of members says nothing. */
export function valueText(value: JsonValue): string {
  if (isNumber(value)) {
    const { units, scale } = decimalOf(value);
    return `${units}e-${scale}`;
  }
  if (isJsonArray(value)) return `[${value.map(valueText)}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}:${valueText(item)}`,
  );
  return `{${members.sort(compareCodePoints)}}`;
}
