// The canonical form of a schema is a list of constraints. A value is valid if it satisfies all
// constraints. Schemas with different keywords but the same meaning have the same form. Nested schemas are
// nodes in the same graph.

import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { type Decimal, decimalOf } from "../exact/decimal.ts";
import { isNumber, isObject, type JsonType } from "../json/json-type.ts";

/** A schema in canonical form. */
export interface Node {
  /**
   * The number of the node. Two nodes with the same number accept the same values. It is negative until the
   * node is numbered.
   */
  id: number;
  /** A value must satisfy all constraints. An empty list accepts every value. */
  constraints: readonly Constraint[];
  /** The marks of the properties in this schema and in all schemas that it refers to. */
  marks: Marks;
  /** The side of the question to which the node belongs. It is only set if the side matters. */
  readonly side?: Side;
  /**
   * Checks a value against the original schema, and not against the constraints; `undefined` if this cannot
   * be decided.
   */
  readonly accepts: (value: JsonValue) => boolean | undefined;
}

/** Whether properties are `readOnly` (1), `writeOnly` (2) or both (3). */
export type Marks = number;

/** The two schemas of a question: does the outer schema accept all values of the inner schema? */
export type Side = "inner" | "outer";

/** A constraint on values of one type, or of all types. */
export type Constraint =
  | { readonly kind: "types"; readonly types: ReadonlySet<JsonType> }
  | { readonly kind: "values"; readonly values: readonly JsonValue[] }
  | NumberConstraint
  | SafeInteger
  | StringConstraint
  | ArrayConstraint
  | ObjectConstraint
  | LogicConstraint
  /**
   * A keyword that the search cannot interpret. Two such constraints have the same meaning if their keys
   * and their nodes are equal.
   */
  | { readonly kind: "opaque"; readonly key: string; readonly nodes: readonly Node[] };

export type NumberConstraint =
  | { readonly kind: "lower" | "upper"; readonly bound: Decimal; readonly exclusive: boolean }
  | { readonly kind: "multipleOf"; readonly step: Decimal };

/**
 * Restricts the integers that a search tries to 2^53, because generated validators reject larger integers.
 * It does not reject a value of a schema: without a format, a schema allows all integers.
 */
interface SafeInteger {
  readonly kind: "safeInteger";
}

/** A constraint on strings. Lengths are in code points. */
export type StringConstraint =
  | { readonly kind: "minLength" | "maxLength"; readonly limit: number }
  | { readonly kind: "pattern"; readonly pattern: string }
  | { readonly kind: "format"; readonly format: string };

export type ArrayConstraint =
  | { readonly kind: "minItems" | "maxItems"; readonly limit: number }
  | { readonly kind: "items"; readonly prefix: readonly Node[]; readonly rest: Node }
  | { readonly kind: "minContains" | "maxContains"; readonly node: Node; readonly limit: number }
  | { readonly kind: "uniqueItems" };

/** The schemas of the properties of an object, by name. */
export interface MembersConstraint {
  readonly kind: "members";
  readonly properties: ReadonlyMap<string, Node>;
  readonly patterns: ReadonlyMap<string, Node>;
  /** The schema for properties whose name is not in `properties` and matches none of `patterns`. */
  readonly additional: Node;
  /**
   * The schemas of the properties that are not sent. A sender omits such a property. If a different schema
   * requires it, the sender writes a value that matches its schema.
   */
  readonly unsent?: ReadonlyMap<string, Node>;
}

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

/** A constraint that applies other schemas to the same value. */
type LogicConstraint =
  | { readonly kind: "allOf" | "anyOf" | "oneOf"; readonly nodes: readonly Node[] }
  | { readonly kind: "not"; readonly node: Node }
  | { readonly kind: "if"; readonly test: Node; readonly pass: Node; readonly fail: Node };

/**
 * Returns the type of the values that a constraint can reject; `undefined` if it can reject values of every
 * type.
 */
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

/** Lists the nodes to which a constraint refers directly. */
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

/** Returns a text for a constraint. It does not include the nodes to which the constraint refers. */
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

/**
 * Returns a text for a value. Only equal values have the same text: 1 equals 1.0, and the order of
 * properties is ignored.
 */
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
