import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { decimalOf } from "../exact/decimal.ts";
import { isNumber, isObject } from "../json/json-type.ts";
import type { Constraint } from "./constraint.ts";

/** Returns a constraint as text, without the nodes that it refers to. */
export function constraintText(constraint: Constraint): string {
  switch (constraint.kind) {
    case "types":
      return `types ${[...constraint.types].sort()}`;
    case "values":
      return `values ${[...new Set(constraint.values.map(valueText))].sort()}`;
    case "members":
      return `members ${JSON.stringify([
        [...constraint.properties.keys()],
        [...constraint.patterns.keys()],
        [...(constraint.unsent ?? [])],
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
  return `{${members.sort()}}`;
}
