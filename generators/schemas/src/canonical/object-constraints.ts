import type { ObjectSchema, Schema } from "@specwright/contract";
import { type JsonValue, memberOf } from "@specwright/spec-loader";
import { decimalOf } from "../exact/decimal.ts";
import { isNumber, isObject } from "../json/json-type.ts";
import { matcherOf } from "../pattern/matcher.ts";
import type { Constraint, Node } from "./constraint.ts";
import type { Scope } from "./scope.ts";
import { hasApplicators, unevaluatedMembers } from "./unevaluated.ts";

/** Returns the constraints of the keywords for objects. */
export function objectConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const { minProperties = 0, maxProperties, propertyNames, sameSign } = schema;
  if (minProperties > 0) constraints.push({ kind: "minProperties", limit: minProperties });
  if (maxProperties !== undefined) {
    constraints.push({ kind: "maxProperties", limit: maxProperties });
  }
  const isSent = (name: string): boolean => !scope.unsent.has(name);
  for (const name of new Set(schema.required?.filter(isSent))) {
    constraints.push({ kind: "required", name });
  }
  for (const [name, list] of schema.dependentRequired ?? []) {
    for (const needed of list.filter(isSent)) {
      constraints.push({ kind: "dependentRequired", name, needed });
    }
  }
  for (const [name, each] of schema.dependentSchemas ?? []) {
    constraints.push({ kind: "dependentSchema", name, node: scope.partOf(each) });
  }
  constraints.push(...memberConstraints(scope, schema));
  if (propertyNames !== undefined) {
    constraints.push({ kind: "propertyNames", node: scope.nodeOf(propertyNames) });
  }
  if (sameSign !== undefined) {
    const nodes = [signed(scope, sameSign, "lower"), signed(scope, sameSign, "upper")];
    constraints.push({ kind: "anyOf", nodes });
  }
  return constraints;
}

function memberConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const { unevaluatedProperties } = schema;
  // Where nothing else evaluates members, `unevaluatedProperties` means `additionalProperties`.
  const isAdditional = !hasApplicators(schema);
  const rest = schema.additionalProperties ?? (isAdditional ? unevaluatedProperties : undefined);
  const properties = nodesIn(schema.properties, (each, name) =>
    scope.unsent.has(name) ? scope.anything : scope.nodeOf(each),
  );
  const patterns = nodesIn(schema.patternProperties, (each) => scope.nodeOf(each));
  const additional = rest === undefined ? scope.anything : scope.nodeOf(rest);
  const constraints: Constraint[] = [];
  if ([...patterns.keys()].some((pattern) => matcherOf(pattern) === undefined)) {
    const key = JSON.stringify([[...properties.keys()], [...patterns.keys()]]);
    const nodes = [...properties.values(), ...patterns.values(), additional];
    constraints.push({ kind: "opaque", key, nodes });
  } else if (properties.size > 0 || patterns.size > 0 || rest !== undefined) {
    const unsent = new Set([...properties.keys()].filter((name) => scope.unsent.has(name)));
    const isMarked = unsent.size > 0;
    constraints.push({
      kind: "members",
      properties,
      patterns,
      additional,
      ...(isMarked && { unsent }),
    });
  }
  if (schema.additionalProperties === undefined && !isAdditional) {
    constraints.push(...unevaluatedMembers(scope, schema));
  }
  return constraints;
}

function nodesIn(
  schemas: ReadonlyMap<string, Schema> | undefined,
  nodeOf: (schema: Schema, name: string) => Node,
): ReadonlyMap<string, Node> {
  if (schemas === undefined) return none;
  const nodes = new Map<string, Node>();
  for (const name of [...schemas.keys()].sort()) {
    const schema = schemas.get(name);
    if (schema !== undefined) nodes.set(name, nodeOf(schema, name));
  }
  return nodes;
}

const none: ReadonlyMap<string, Node> = new Map();

function signed(scope: Scope, names: readonly string[], kind: "lower" | "upper"): Node {
  const fits = (value: JsonValue | undefined): boolean =>
    value === undefined || !isNumber(value) || (kind === "lower" ? value >= 0 : value <= 0);
  const part = scope.make([{ kind, bound: decimalOf(0), exclusive: false }], fits);
  return scope.make(
    [
      {
        kind: "members",
        properties: new Map(names.map((name) => [name, part])),
        patterns: new Map(),
        additional: scope.anything,
      },
    ],
    (value) => !isObject(value) || names.every((name) => fits(memberOf(value, name))),
  );
}
