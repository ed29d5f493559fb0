import type { ObjectSchema, Schema } from "@specwright/contract";
import { matcherOf } from "../pattern/matcher.ts";
import type { Constraint, Node } from "./constraint.ts";
import type { Scope } from "./scope.ts";

/**
 * Reports whether a schema applies other schemas to the same value. The keywords of those schemas can
 * evaluate members and items.
 */
export function hasApplicators(schema: ObjectSchema): boolean {
  return (
    schema.ref !== undefined ||
    schema.dynamicRef !== undefined ||
    schema.allOf !== undefined ||
    schema.anyOf !== undefined ||
    schema.oneOf !== undefined ||
    schema.if !== undefined ||
    // The contract derives `sameSign` from an `anyOf` with `properties`.
    schema.sameSign !== undefined ||
    schema.dependentSchemas !== undefined
  );
}

/**
 * Returns the constraints for `unevaluatedProperties`, if other schemas of the same value evaluate
 * properties.
 */
export function unevaluatedMembers(scope: Scope, schema: ObjectSchema): readonly Constraint[] {
  const { unevaluatedProperties } = schema;
  if (unevaluatedProperties === undefined) return [];
  const additional = scope.nodeOf(unevaluatedProperties);
  const ways = evaluationsOf(scope, schema);
  const isRegular = (pattern: string): boolean => matcherOf(pattern) !== undefined;
  if (ways === undefined || !ways.every(({ patterns }) => [...patterns].every(isRegular))) {
    const nodes = [scope.partOf(schema), additional];
    return [{ kind: "opaque", key: "unevaluatedProperties", nodes }];
  }
  const toAnything = (names: ReadonlySet<string>): ReadonlyMap<string, Node> =>
    new Map([...names].sort().map((name) => [name, scope.anything]));
  return oneOfWays(scope, ways, ({ names, patterns, allNames }) => {
    if (allNames) return [];
    return [
      {
        kind: "members",
        properties: toAnything(names),
        patterns: toAnything(patterns),
        additional,
      },
    ];
  });
}

/** Returns the constraints for `unevaluatedItems`, if other schemas of the same value evaluate items. */
export function unevaluatedArrayItems(scope: Scope, schema: ObjectSchema): readonly Constraint[] {
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined) return [];
  const rest = scope.nodeOf(unevaluatedItems);
  const ways = evaluationsOf(scope, schema);
  if (ways === undefined || ways.some(({ moreItems }) => moreItems)) {
    return [{ kind: "opaque", key: "unevaluatedItems", nodes: [scope.partOf(schema), rest] }];
  }
  return oneOfWays(scope, ways, ({ items }) => {
    if (items === Number.POSITIVE_INFINITY) return [];
    return [{ kind: "items", prefix: Array.from({ length: items }, () => scope.anything), rest }];
  });
}

/** Returns the constraints that a value satisfies if at least one of several evaluations applies to it. */
function oneOfWays(
  scope: Scope,
  ways: readonly Evaluation[],
  constraintsIn: (way: Evaluation) => readonly Constraint[],
): readonly Constraint[] {
  const all = ways.map((way) => [...way.constraints, ...constraintsIn(way)]);
  const [only, ...others] = all;
  if (only === undefined || all.some((each) => each.length === 0)) return [];
  if (others.length === 0) return only;
  // The search never needs to check a value against such a node alone.
  const nodes = all.map((constraints) => scope.make(constraints, () => undefined));
  return [{ kind: "anyOf", nodes }];
}

// Determines which members and items of a value count as evaluated, for `unevaluatedProperties` and
// `unevaluatedItems`. A member or an item is evaluated if a keyword applies to it. The keyword can be in
// this schema, or in a schema that accepts the same value.

/** The properties and items that are evaluated if the value satisfies `constraints`. */
interface Evaluation {
  readonly constraints: readonly Constraint[];
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  readonly allNames: boolean;
  /** The number of items, from the start of the array, that are evaluated. */
  readonly items: number;
  /** Whether `contains` also evaluates items. It evaluates each item that matches its schema. */
  readonly moreItems: boolean;
}

/** The maximum number of possible evaluations. If there are more, the keyword is not decided. */
const mostWays = 32;

/**
 * Lists the possible evaluations of the parts of a schema. Several can have constraints that the value
 * satisfies; the one that evaluates the most then applies. Returns `undefined` if the evaluation does not
 * only depend on constraints.
 */
function evaluationsOf(scope: Scope, schema: ObjectSchema): readonly Evaluation[] | undefined {
  const { unevaluatedItems, unevaluatedProperties, ...rest } = schema;
  return waysOf(scope, rest, new Set([schema]));
}

const nothing: Evaluation = {
  constraints: [],
  names: new Set(),
  patterns: new Set(),
  allNames: false,
  items: 0,
  moreItems: false,
};

function waysOf(
  scope: Scope,
  schema: Schema,
  outer: ReadonlySet<Schema>,
): readonly Evaluation[] | undefined {
  if (schema.kind === "boolean") return [nothing];
  const within = new Set([...outer, schema]);
  const ways = (part: Schema, inner = scope.of(part)): readonly Evaluation[] | undefined =>
    within.has(part) ? undefined : waysOf(inner, part, within);
  let all: readonly Evaluation[] = [ownEvaluation(schema)];
  const { ref, dynamicRef, allOf = [] } = schema;
  for (const part of [ref?.target, dynamicRef?.target, ...allOf]) {
    if (part === undefined) continue;
    const more = ways(part);
    if (more === undefined) return undefined;
    all = product(all, more);
  }
  for (const choices of choicesOf(scope, schema, ways)) {
    if (choices === undefined) return undefined;
    all = product(all, choices);
  }
  return all.length > mostWays ? undefined : all;
}

function ownEvaluation(schema: ObjectSchema): Evaluation {
  const { properties, sameSign = [], patternProperties, prefixItems = [] } = schema;
  return {
    constraints: [],
    names: new Set([...(properties?.keys() ?? []), ...sameSign]),
    patterns: new Set(patternProperties?.keys()),
    allNames: (schema.additionalProperties ?? schema.unevaluatedProperties) !== undefined,
    items:
      (schema.items ?? schema.unevaluatedItems) === undefined
        ? prefixItems.length
        : Number.POSITIVE_INFINITY,
    moreItems: schema.contains !== undefined,
  };
}

/**
 * Yields the evaluations of schemas that may reject the value. Each evaluation has the constraint that its
 * schema accepts the value. The list always includes the evaluation of nothing, because only the largest
 * evaluation counts.
 */
function* choicesOf(
  scope: Scope,
  schema: ObjectSchema,
  ways: (schema: Schema, inner?: Scope) => readonly Evaluation[] | undefined,
): Iterable<readonly Evaluation[] | undefined> {
  const accepted = (part: Schema): Constraint => ({ kind: "allOf", nodes: [scope.partOf(part)] });
  for (const branch of schema.anyOf ?? []) {
    yield orNothing(given(accepted(branch), ways(branch)));
  }
  yield orNothing(...(schema.oneOf ?? []).map((branch) => given(accepted(branch), ways(branch))));
  const { if: test, then: pass, else: fail } = schema;
  if (test !== undefined) {
    const node = scope.testOf(test);
    yield orNothing(
      given(
        { kind: "allOf", nodes: [node] },
        ways(test, scope.ofTest(test)),
        pass === undefined ? [nothing] : ways(pass),
      ),
      given({ kind: "not", node }, fail === undefined ? [nothing] : ways(fail)),
    );
  }
  for (const [name, part] of schema.dependentSchemas ?? []) {
    // An array has no members, but a `required` constraint accepts arrays. So this evaluation must not
    // include items.
    const ofObjects = ways(part)?.map((way) => ({ ...way, items: 0, moreItems: false }));
    yield orNothing(given({ kind: "required", name }, ofObjects));
  }
}

/** Returns the evaluations that the parts add together, if the value satisfies the constraint. */
function given(
  constraint: Constraint,
  ...parts: readonly (readonly Evaluation[] | undefined)[]
): readonly Evaluation[] | undefined {
  let all: readonly Evaluation[] = [{ ...nothing, constraints: [constraint] }];
  for (const each of parts) {
    if (each === undefined) return undefined;
    all = product(all, each);
  }
  return all.filter(isSomething);
}

function orNothing(
  ...choices: readonly (readonly Evaluation[] | undefined)[]
): readonly Evaluation[] | undefined {
  const all: Evaluation[] = [nothing];
  for (const each of choices) {
    if (each === undefined) return undefined;
    all.push(...each);
  }
  return all;
}

function isSomething({ names, patterns, allNames, items, moreItems }: Evaluation): boolean {
  return names.size > 0 || patterns.size > 0 || allNames || items > 0 || moreItems;
}

function product(left: readonly Evaluation[], right: readonly Evaluation[]): readonly Evaluation[] {
  // One evaluation above the limit is enough to know that the limit is exceeded.
  return left.slice(0, mostWays + 1).flatMap((one) =>
    right.slice(0, mostWays + 1).map((other) => ({
      constraints: [...one.constraints, ...other.constraints],
      names: new Set([...one.names, ...other.names]),
      patterns: new Set([...one.patterns, ...other.patterns]),
      allNames: one.allNames || other.allNames,
      items: Math.max(one.items, other.items),
      moreItems: one.moreItems || other.moreItems,
    })),
  );
}
