import {
  integerKind,
  isNumberFormat,
  type ObjectSchema,
  type Schema,
  type SelectedTags,
  type UnionTag,
} from "@specwright/contract";
import { type JsonValue, memberOf } from "@specwright/spec-loader";
import { integerRange } from "../evaluate/scalar-keywords.ts";
import { decimalOf } from "../exact/decimal.ts";
import { isNumber, isObject, type JsonType, jsonTypes } from "../json/json-type.ts";
import { formatBounds } from "../pattern/format-bounds.ts";
import { matcherOf } from "../pattern/matcher.ts";
import type { Constraint, Node } from "./constraint.ts";
import type { Scope } from "./scope.ts";
import { hasApplicators, unevaluatedArrayItems, unevaluatedMembers } from "./unevaluated.ts";

/** Returns the constraints that the keywords of a schema express. */
export function constraintsOf(scope: Scope, schema: Schema): readonly Constraint[] {
  if (schema.kind === "boolean") {
    return schema.value ? [] : [{ kind: "types", types: new Set() }];
  }
  const constraints = typeConstraints(scope, schema);
  constraints.push(...numberConstraints(schema), ...stringConstraints(schema));
  constraints.push(...formatConstraints(scope, schema));
  constraints.push(...arrayConstraints(scope, schema), ...objectConstraints(scope, schema));
  constraints.push(...logicConstraints(scope, schema));
  return constraints;
}

function typeConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const { types } = schema;
  if (types !== undefined) {
    const named = types.map((type): JsonType => (type === "integer" ? "number" : type));
    if (!jsonTypes.every((type) => named.includes(type))) {
      constraints.push({ kind: "types", types: new Set(named) });
    }
    if (types.includes("integer") && !types.includes("number")) {
      constraints.push({ kind: "multipleOf", step: decimalOf(1) });
      if (scope.formatsAreRules && integerKind(schema) === "number") {
        constraints.push({ kind: "safeInteger" });
      }
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
  const { minLength = 0, maxLength, pattern } = schema;
  if (minLength > 0) constraints.push({ kind: "minLength", limit: minLength });
  if (maxLength !== undefined) constraints.push({ kind: "maxLength", limit: maxLength });
  if (pattern !== undefined) {
    constraints.push(
      matcherOf(pattern) === undefined
        ? { kind: "opaque", key: `pattern ${pattern}`, nodes: [] }
        : { kind: "pattern", pattern },
    );
  }
  return constraints;
}

function formatConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const { format } = schema;
  if (format === undefined) return [];
  const isRule = scope.formatsAreRules || schema.formatAssertion === true;
  const range = scope.formatsAreRules ? integerRange(schema) : undefined;
  if (range !== undefined) {
    return [
      { kind: "multipleOf", step: decimalOf(1) },
      { kind: "lower", bound: decimalOf(range[0]), exclusive: false },
      { kind: "upper", bound: decimalOf(range[1]), exclusive: false },
    ];
  }
  if (!isRule || isNumberFormat(schema)) return [];
  const bounds = formatBounds(format);
  if (bounds !== undefined) {
    const isExact = bounds.inner === bounds.outer;
    return [isExact ? { kind: "pattern", pattern: bounds.inner } : { kind: "format", format }];
  }
  if (schema.formatAssertion !== true) return [];
  return [{ kind: "opaque", key: `format ${format}`, nodes: [] }];
}

function logicConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const nodes = (list: readonly Schema[]): Node[] => list.map((each) => scope.partOf(each));
  if (schema.ref !== undefined) {
    // A reference has the same meaning wherever it is used, so its target does not inherit unsent names.
    constraints.push({ kind: "allOf", nodes: [scope.nodeOf(schema.ref.target)] });
  }
  if (schema.dynamicRef !== undefined)
    constraints.push({ kind: "allOf", nodes: [scope.nodeOf(schema.dynamicRef.target)] });
  if (schema.allOf !== undefined) constraints.push({ kind: "allOf", nodes: nodes(schema.allOf) });
  for (const kind of ["anyOf", "oneOf"] as const) {
    const list = scope.branchesOf(schema, kind);
    if (list === undefined) continue;
    const tag = scope.tagOf(schema, kind);
    if (tag !== undefined) {
      constraints.push(taggedUnion(scope, tag));
      continue;
    }
    constraints.push({ kind: list.length === 1 ? "allOf" : kind, nodes: nodes(list) });
  }
  if (schema.not !== undefined) constraints.push({ kind: "not", node: scope.testOf(schema.not) });
  // Without `then` and `else`, `if` rejects no value, but its properties and items count as evaluated.
  if (schema.if !== undefined) {
    const orAnything = (each: Schema | undefined): Node =>
      each === undefined ? scope.anything : scope.partOf(each);
    const [pass, fail] = [orAnything(schema.then), orAnything(schema.else)];
    constraints.push({ kind: "if", test: scope.testOf(schema.if), pass, fail });
  }
  return constraints;
}

/** Returns the constraint for a union in which the tags of a discriminator select the branch. */
function taggedUnion(scope: Scope, { property, branches }: UnionTag): Constraint {
  const nodes = [...new Set(branches.values())].map((branch): Node => {
    const values = [...branches].flatMap(([value, each]) => (each === branch ? [value] : []));
    const selected = scope.partOf(branch);
    const constraints: Constraint[] = [
      { kind: "types", types: new Set(["object"]) },
      { kind: "allOf", nodes: [selected] },
      ...tagConstraints(scope, { property, values }),
    ];
    return scope.make(constraints, (value) =>
      isObject(value) && values.some((each) => each === memberOf(value, property))
        ? selected.accepts(value)
        : false,
    );
  });
  return { kind: "anyOf", nodes };
}

/** Returns the constraints for an object with one of the given tags. */
function tagConstraints(scope: Scope, { property, values }: SelectedTags): readonly Constraint[] {
  const tags = scope.make([{ kind: "values", values }], (value) =>
    values.some((each) => each === value),
  );
  return [
    { kind: "required", name: property },
    {
      kind: "members",
      properties: new Map([[property, tags]]),
      patterns: none,
      additional: scope.anything,
    },
  ];
}

/** Returns the constraints of the keywords for arrays. */
function arrayConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const { minItems = 0, maxItems, prefixItems = [], contains, unevaluatedItems } = schema;
  if (minItems > 0) constraints.push({ kind: "minItems", limit: minItems });
  if (maxItems !== undefined) constraints.push({ kind: "maxItems", limit: maxItems });
  if (schema.uniqueItems === true) constraints.push({ kind: "uniqueItems" });
  // If no other keyword evaluates items, `unevaluatedItems` has the same meaning as `items`.
  const isItems = !hasApplicators(schema) && contains === undefined;
  const rest = schema.items ?? (isItems ? unevaluatedItems : undefined);
  if (prefixItems.length > 0 || rest !== undefined) {
    constraints.push({
      kind: "items",
      prefix: prefixItems.map((each) => scope.nodeOf(each)),
      rest: rest === undefined ? scope.anything : scope.nodeOf(rest),
    });
  }
  if (schema.items === undefined && !isItems) {
    constraints.push(...unevaluatedArrayItems(scope, schema));
  }
  if (contains === undefined) return constraints;
  const { minContains = 1, maxContains } = schema;
  const node = scope.nodeOf(contains);
  // Added even if the limit is 0, because `contains` also evaluates items then.
  constraints.push({ kind: "minContains", node, limit: minContains });
  if (maxContains !== undefined) {
    constraints.push({ kind: "maxContains", node, limit: maxContains });
  }
  return constraints;
}

/** Returns the constraints of the keywords for objects. */
function objectConstraints(scope: Scope, schema: ObjectSchema): Constraint[] {
  const constraints: Constraint[] = [];
  const { minProperties = 0, maxProperties, propertyNames, sameSign } = schema;
  if (minProperties > 0) constraints.push({ kind: "minProperties", limit: minProperties });
  if (maxProperties !== undefined) {
    constraints.push({ kind: "maxProperties", limit: maxProperties });
  }
  const selected = scope.selectedTags(schema);
  if (selected !== undefined) constraints.push(...tagConstraints(scope, selected));
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
  // If no other keyword evaluates members, `unevaluatedProperties` has the same meaning as
  // `additionalProperties`.
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
    const marked = [...(schema.properties ?? [])].filter(([name]) => scope.unsent.has(name));
    const unsent = new Map(marked.map(([name, each]) => [name, scope.nodeOf(each)] as const));
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
