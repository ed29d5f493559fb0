import type { ObjectSchema, Schema } from "@specwright/contract";
import { decimalOf } from "../exact/decimal.ts";
import { type JsonType, jsonTypes } from "../json/json-type.ts";
import { matcherOf } from "../pattern/matcher.ts";
import { arrayConstraints } from "./array-constraints.ts";
import type { Constraint, Node } from "./constraint.ts";
import { objectConstraints } from "./object-constraints.ts";
import type { Scope } from "./scope.ts";

/** Returns the constraints that the keywords of a schema mean. */
export function constraintsOf(scope: Scope, schema: Schema): readonly Constraint[] {
  if (schema.kind === "boolean") {
    return schema.value ? [] : [{ kind: "types", types: new Set() }];
  }
  const constraints = typeConstraints(schema);
  constraints.push(...numberConstraints(schema), ...stringConstraints(schema));
  constraints.push(...arrayConstraints(scope, schema), ...objectConstraints(scope, schema));
  constraints.push(...logicConstraints(scope, schema));
  return constraints;
}

function typeConstraints(schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const { types } = schema;
  if (types !== undefined) {
    const named = types.map((type): JsonType => (type === "integer" ? "number" : type));
    if (!jsonTypes.every((type) => named.includes(type))) {
      constraints.push({ kind: "types", types: new Set(named) });
    }
    if (types.includes("integer") && !types.includes("number")) {
      constraints.push({ kind: "multipleOf", step: decimalOf(1) });
    }
  }
  if (schema.const !== undefined) {
    constraints.push({ kind: "values", values: [schema.const.value] });
  }
  if (schema.enum !== undefined && schema.openEnum !== true) {
    constraints.push({ kind: "values", values: schema.enum });
  }
  return constraints;
}

function numberConstraints(schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const bound = (
    kind: "lower" | "upper",
    value: number | bigint | undefined,
    exclusive: boolean,
  ) => {
    if (value !== undefined) constraints.push({ kind, bound: decimalOf(value), exclusive });
  };
  bound("lower", schema.minimum, false);
  bound("lower", schema.exclusiveMinimum, true);
  bound("upper", schema.maximum, false);
  bound("upper", schema.exclusiveMaximum, true);
  if (schema.multipleOf !== undefined) {
    const step = decimalOf(schema.multipleOf);
    if (step.units > 0n) constraints.push({ kind: "multipleOf", step });
    else constraints.push({ kind: "opaque", key: `multipleOf ${schema.multipleOf}`, nodes: [] });
  }
  return constraints;
}

function stringConstraints(schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const { minLength = 0, maxLength, pattern, format } = schema;
  if (minLength > 0) constraints.push({ kind: "minLength", limit: minLength });
  if (maxLength !== undefined) constraints.push({ kind: "maxLength", limit: maxLength });
  if (pattern !== undefined) {
    constraints.push(
      matcherOf(pattern) === undefined
        ? { kind: "opaque", key: `pattern ${pattern}`, nodes: [] }
        : { kind: "pattern", pattern },
    );
  }
  if (format !== undefined && schema.formatAssertion === true) {
    constraints.push({ kind: "opaque", key: `format ${format}`, nodes: [] });
  }
  return constraints;
}

function logicConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const nodes = (list: readonly Schema[]): Node[] => list.map((each) => scope.partOf(each));
  if (schema.ref !== undefined) {
    constraints.push({ kind: "allOf", nodes: nodes([schema.ref.target]) });
  }
  if (schema.dynamicRef !== undefined) {
    constraints.push(
      schema.dynamicRef.dynamicAnchor === undefined
        ? { kind: "allOf", nodes: nodes([schema.dynamicRef.target]) }
        : { kind: "opaque", key: scope.dynamicKey(), nodes: [] },
    );
  }
  if (schema.allOf !== undefined) constraints.push({ kind: "allOf", nodes: nodes(schema.allOf) });
  for (const kind of ["anyOf", "oneOf"] as const) {
    const list = schema[kind];
    if (list === undefined) continue;
    constraints.push({ kind: list.length === 1 ? "allOf" : kind, nodes: nodes(list) });
  }
  if (schema.not !== undefined) constraints.push({ kind: "not", node: scope.testOf(schema.not) });
  // Without `then` and `else` it rejects nothing, but counts as evaluation.
  if (schema.if !== undefined) {
    const orAnything = (each: Schema | undefined): Node =>
      each === undefined ? scope.anything : scope.partOf(each);
    const [pass, fail] = [orAnything(schema.then), orAnything(schema.else)];
    constraints.push({ kind: "if", test: scope.testOf(schema.if), pass, fail });
  }
  return constraints;
}
