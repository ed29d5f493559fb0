// The canonical form of a schema: a conjunction of constraints, whatever keywords it was written
// with. Nested schemas are nodes of the same graph.

import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { type Decimal, decimalOf } from "../exact/decimal.ts";
import { isNumber, isObject, type JsonType } from "../json/json-type.ts";

/** A schema in canonical form. */
export interface Node {
  /** Two nodes with the same number accept the same values; negative until it is known. */
  id: number;
  /** All of them must hold; an empty list accepts everything. */
  constraints: readonly Constraint[];
  /** The marks of the schema and of all that it refers to. */
  marks: Marks;
  /** The schema that the node belongs to, where that matters. */
  readonly side?: Side;
  /** Reports whether a value is valid, without the constraints; `undefined` if undecided. */
  readonly accepts: (value: JsonValue) => boolean | undefined;
}

/** Whether a property is `readOnly` (1), `writeOnly` (2) or both (3). */
export type Marks = number;

/** The schemas of the question whether all values of an inner one are accepted by an outer one. */
export type Side = "inner" | "outer";

/** A constraint on values of one type, or of all. */
export type Constraint =
  | { readonly kind: "types"; readonly types: ReadonlySet<JsonType> }
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | NumberConstraint
  | SafeInteger
  | StringConstraint
  | ArrayConstraint
  | ObjectConstraint
  | LogicConstraint
  /** A keyword without an exact rule; equal keys with equal nodes mean the same. */
  | { readonly kind: "opaque"; readonly key: string; readonly nodes: readonly Node[] };

/** A constraint on numbers. */
export type NumberConstraint =
  | { readonly kind: "lower" | "upper"; readonly bound: Decimal; readonly exclusive: boolean }
  | { readonly kind: "multipleOf"; readonly step: Decimal };

/**
 * Keeps integers within 2^53 in what is looked for, since generated validators refuse others. No
 * value breaks it: a document without a format allows all integers.
 */
interface SafeInteger {
  readonly kind: "safeInteger";
}

/** A constraint on strings. Lengths are in code points. */
export type StringConstraint =
  | { readonly kind: "minLength" | "maxLength"; readonly limit: number }
  | { readonly kind: "pattern"; readonly pattern: string }
  | { readonly kind: "format"; readonly format: string };

/** A constraint on arrays. */
export type ArrayConstraint =
  | { readonly kind: "minItems" | "maxItems"; readonly limit: number }
  | { readonly kind: "items"; readonly prefix: readonly Node[]; readonly rest: Node }
  | { readonly kind: "minContains" | "maxContains"; readonly node: Node; readonly limit: number }
  | { readonly kind: "uniqueItems" };

/** The schemas of the members of an object, by their names. */
export interface MembersConstraint {
  readonly kind: "members";
  readonly properties: ReadonlyMap<string, Node>;
  readonly patterns: ReadonlyMap<string, Node>;
  /** For the names that neither `properties` nor `patterns` has. */
  readonly additional: Node;
  /**
   * Those of `properties` that are not sent, with their own schemas: whoever writes the value leaves
   * them out, or writes them correctly where another schema requires them.
   */
  readonly unsent?: ReadonlyMap<string, Node>;
}

/** A constraint on objects. */
export type ObjectConstraint =
  | MembersConstraint
  | { readonly kind: "minProperties" | "maxProperties"; readonly limit: number }
  | { readonly kind: "required"; readonly name: string; readonly side?: Side }
  | { readonly kind: "propertyNames"; readonly node: Node }
  | {
      readonly kind: "dependentRequired";
      readonly name: string;
      readonly needed: string;
      readonly side?: Side;
    }
  | { readonly kind: "dependentSchema"; readonly name: string; readonly node: Node };

/** A constraint that combines others on the same value. */
type LogicConstraint =
  | { readonly kind: "allOf" | "anyOf" | "oneOf"; readonly nodes: readonly Node[] }
  | { readonly kind: "not"; readonly node: Node }
  | { readonly kind: "if"; readonly test: Node; readonly pass: Node; readonly fail: Node };

/** Returns the type of the values that a constraint can reject, or `undefined` for all types. */
export function typeOfConstraint({ kind }: Constraint): JsonType | undefined {
  return typeOfKind[kind];
}

const typeOfKind: Readonly<Record<Constraint["kind"], JsonType | undefined>> = {
  types: undefined,
  values: undefined,
  opaque: undefined,
  lower: "number",
  upper: "number",
  multipleOf: "number",
  safeInteger: "number",
  minLength: "string",
  maxLength: "string",
  pattern: "string",
  format: "string",
  minItems: "array",
  maxItems: "array",
  items: "array",
  minContains: "array",
  maxContains: "array",
  uniqueItems: "array",
  members: "object",
  minProperties: "object",
  maxProperties: "object",
  required: "object",
  propertyNames: "object",
  dependentRequired: "object",
  dependentSchema: "object",
  allOf: undefined,
  anyOf: undefined,
  oneOf: undefined,
  not: undefined,
  if: undefined,
};

/** Lists the nodes that a constraint refers to. */
export function nodesOf(constraint: Constraint): readonly Node[] {
  switch (constraint.kind) {
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "opaque":
      return constraint.nodes;
    case "items":
      return [...constraint.prefix, constraint.rest];
    case "members":
      return [
        ...constraint.properties.values(),
        ...constraint.patterns.values(),
        constraint.additional,
      ];
    case "if":
      return [constraint.test, constraint.pass, constraint.fail];
    case "not":
    case "propertyNames":
    case "dependentSchema":
    case "minContains":
    case "maxContains":
      return [constraint.node];
    default:
      return none;
  }
}

const none: readonly Node[] = [];

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
        [...(constraint.unsent?.keys() ?? [])],
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
    case "format":
      return `format ${constraint.format}`;
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
