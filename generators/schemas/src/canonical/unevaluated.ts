import type { ObjectSchema } from "@specwright/contract";
import { matcherOf } from "../pattern/matcher.ts";
import type { Constraint, Node } from "./constraint.ts";
import { type Evaluation, evaluationsOf } from "./evaluation.ts";
import type { Scope } from "./scope.ts";

/** Reports whether other schemas judge the same value, whose keywords count as evaluation. */
export function hasApplicators(schema: ObjectSchema): boolean {
  return (
    schema.ref !== undefined ||
    schema.dynamicRef !== undefined ||
    schema.allOf !== undefined ||
    schema.anyOf !== undefined ||
    schema.oneOf !== undefined ||
    schema.if !== undefined ||
    // Folded from an `anyOf` with `properties`.
    schema.sameSign !== undefined ||
    schema.dependentSchemas !== undefined
  );
}

/** Returns the constraints of `unevaluatedProperties` beside schemas that evaluate members. */
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

/** Returns the constraints of `unevaluatedItems` beside schemas that evaluate items. */
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

/** Returns the constraints that a value fulfils in at least one of some ways. */
function oneOfWays(
  scope: Scope,
  ways: readonly Evaluation[],
  constraintsIn: (way: Evaluation) => readonly Constraint[],
): readonly Constraint[] {
  const all = ways.map((way) => [...way.constraints, ...constraintsIn(way)]);
  const [only, ...others] = all;
  if (only === undefined || all.some((each) => each.length === 0)) return [];
  if (others.length === 0) return only;
  // No value is looked for with such a node alone.
  const nodes = all.map((constraints) => scope.make(constraints, () => undefined));
  return [{ kind: "anyOf", nodes }];
}
