import { compareCodePoints, type ObjectSchema, type Schema } from "@specwright/contract";
import { type JsonValue, memberOf } from "@specwright/spec-loader";
import { decimalOf } from "../exact/decimal.ts";
import { isNumber, isObject } from "../json/json-type.ts";
import { regularExpression } from "../pattern/language.ts";
import type { Constraint, Node } from "./constraint.ts";
import type { SchemaGraph } from "./schema-graph.ts";
import { hasApplicators } from "./unevaluated.ts";

/** Returns the constraints of the keywords for objects. */
export function objectConstraints(graph: SchemaGraph, schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const { minProperties = 0, maxProperties, propertyNames, sameSign } = schema;
  if (minProperties > 0) constraints.push({ kind: "minProperties", limit: minProperties });
  if (maxProperties !== undefined) {
    constraints.push({ kind: "maxProperties", limit: maxProperties });
  }
  for (const name of new Set(schema.required)) constraints.push({ kind: "required", name });
  for (const [name, list] of schema.dependentRequired ?? []) {
    for (const needed of list) constraints.push({ kind: "dependentRequired", name, needed });
  }
  for (const [name, each] of schema.dependentSchemas ?? []) {
    constraints.push({ kind: "dependentSchema", name, node: graph.nodeOf(each) });
  }
  constraints.push(...memberConstraints(graph, schema));
  if (propertyNames !== undefined) {
    constraints.push({ kind: "propertyNames", node: graph.nodeOf(propertyNames) });
  }
  if (sameSign !== undefined) {
    const nodes = [signed(graph, sameSign, "lower"), signed(graph, sameSign, "upper")];
    constraints.push({ kind: "anyOf", nodes });
  }
  return constraints;
}

function memberConstraints(graph: SchemaGraph, schema: ObjectSchema): Constraint[] {
  const { unevaluatedProperties } = schema;
  // Where nothing else evaluates members, `unevaluatedProperties` means `additionalProperties`.
  const isAdditional = !hasApplicators(schema);
  const rest = schema.additionalProperties ?? (isAdditional ? unevaluatedProperties : undefined);
  const properties = nodesIn(graph, schema.properties);
  const patterns = nodesIn(graph, schema.patternProperties);
  const additional = rest === undefined ? graph.anything : graph.nodeOf(rest);
  const constraints: Constraint[] = [];
  if ([...patterns.keys()].some((pattern) => regularExpression(pattern) === undefined)) {
    const key = JSON.stringify([[...properties.keys()], [...patterns.keys()]]);
    const nodes = [...properties.values(), ...patterns.values(), additional];
    constraints.push({ kind: "opaque", key, nodes });
  } else if (properties.size > 0 || patterns.size > 0 || rest !== undefined) {
    constraints.push({ kind: "members", properties, patterns, additional });
  }
  if (
    unevaluatedProperties !== undefined &&
    schema.additionalProperties === undefined &&
    !isAdditional
  ) {
    const nodes = [graph.nodeOf(schema), graph.nodeOf(unevaluatedProperties)];
    constraints.push({ kind: "opaque", key: "unevaluatedProperties", nodes });
  }
  return constraints;
}

function nodesIn(
  graph: SchemaGraph,
  schemas: ReadonlyMap<string, Schema> = new Map(),
): ReadonlyMap<string, Node> {
  const sorted = [...schemas].sort(([left], [right]) => compareCodePoints(left, right));
  return new Map(sorted.map(([name, schema]) => [name, graph.nodeOf(schema)]));
}

function signed(graph: SchemaGraph, names: readonly string[], kind: "lower" | "upper"): Node {
  const fits = (value: JsonValue | undefined): boolean =>
    value === undefined || !isNumber(value) || (kind === "lower" ? value >= 0 : value <= 0);
  const part = graph.make([{ kind, bound: decimalOf(0), exclusive: false }], fits);
  return graph.make(
    [
      {
        kind: "members",
        properties: new Map(names.map((name) => [name, part])),
        patterns: new Map(),
        additional: graph.anything,
      },
    ],
    (value) => !isObject(value) || names.every((name) => fits(memberOf(value, name))),
  );
}
