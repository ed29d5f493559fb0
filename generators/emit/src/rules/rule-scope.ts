// The context of a schema that is printed as a rule, and facts about all schemas that must be known
// before.

import {
  type Contract,
  type Declaration,
  type ObjectSchema,
  type Schema,
  stronglyConnected,
} from "@specwright/contract";
import { objectSchemas, partsInPlace } from "./reach.ts";

/** The context of a schema. */
export interface RuleScope {
  /** The declaration being printed. */
  readonly declaration: Declaration;
  /** True while the schema applies to the same value as its declaration. */
  readonly inPlace: boolean;
  /**
   * True for a part of a branch of `anyOf` or `oneOf` that applies to the same value as its
   * declaration.
   */
  readonly isBranch?: boolean | undefined;
}

/** Returns the scope in which the schema of a declaration is printed. */
export function ruleScope(declaration: Declaration): RuleScope {
  return { declaration, inPlace: true };
}

/** Returns the scope of a property or an item. */
export function within(scope: RuleScope): RuleScope {
  return scope.inPlace ? { ...scope, inPlace: false } : scope;
}

/**
 * Reports whether a schema leads back to the declaration on the same value, so that the check would
 * never end. Such a part is omitted. A part that always applies is omitted only if everything on
 * the way back always applies too: a subtype keeps the base that lists its subtypes.
 */
export function isEndless(
  contract: Contract,
  target: Schema,
  { declaration, inPlace, isBranch = false }: RuleScope,
): boolean {
  const reached = inPlace ? contract.declarationOf(target) : undefined;
  if (reached === undefined) return false;
  return reached === declaration || rulePlan(contract).leadsBack(reached, declaration, isBranch);
}

/** Reports whether a branch of a union leads back; then the whole union is omitted. */
export function isEndlessUnion(
  contract: Contract,
  branches: readonly Schema[],
  scope: RuleScope,
): boolean {
  return branches.some((branch) => {
    const target = branch.kind === "schema" ? (branch.ref?.target ?? branch) : branch;
    return isEndless(contract, target, { ...scope, isBranch: true });
  });
}

/** Facts about a contract that its rules depend on. */
export interface RulePlan {
  /**
   * True if a schema depends on what other schemas have evaluated, so that rules that only evaluate
   * are needed.
   */
  readonly tracks: boolean;
  /**
   * Reports whether the check of `whole` uses `part`, and the check of `part` uses `whole` again on
   * the same value: through keywords that always apply and, with `byAlternatives`, through branches
   * of `anyOf` and `oneOf`.
   */
  leadsBack(part: Declaration, whole: Declaration, byAlternatives: boolean): boolean;
}

const plans = new WeakMap<Contract, RulePlan>();

/** Returns the plan of a contract; it is computed once. */
export function rulePlan(contract: Contract): RulePlan {
  let plan = plans.get(contract);
  if (plan === undefined) {
    const tracks = objectSchemas(contract).some(looksAround);
    plan = { tracks, leadsBack: returnTest(contract) };
    plans.set(contract, plan);
  }
  return plan;
}

function looksAround({ unevaluatedProperties, unevaluatedItems }: ObjectSchema): boolean {
  return (unevaluatedProperties ?? unevaluatedItems) !== undefined;
}

/** Declarations that refer to each other, directly or indirectly, have the same number. */
type Circles = ReadonlyMap<Declaration, number>;

function returnTest(contract: Contract): RulePlan["leadsBack"] {
  const known = new Map<boolean, Circles>();
  return (part, whole, byAlternatives) => {
    const circles = known.get(byAlternatives) ?? findCircles(contract, byAlternatives);
    known.set(byAlternatives, circles);
    return circles.get(part) === circles.get(whole);
  };
}

function findCircles(contract: Contract, byAlternatives: boolean): Circles {
  const components = stronglyConnected(contract.declarations, (declaration) =>
    declaredInPlace(contract, declaration, byAlternatives),
  );
  return new Map(
    components.flatMap((members, index) => members.map((member) => [member, index] as const)),
  );
}

/** Lists the declarations that a declaration uses to check its values, without their own uses. */
function declaredInPlace(
  contract: Contract,
  { schema }: Declaration,
  byAlternatives: boolean,
): ReadonlySet<Declaration> {
  const found = new Set<Declaration>();
  const seen = new Set<Schema>([schema]);
  // The set grows during the iteration.
  for (const each of seen) {
    if (each.kind === "boolean") continue;
    const { anyOf, oneOf, ...conjuncts } = each;
    for (const part of partsInPlace(byAlternatives ? each : conjuncts)) {
      const declaration = contract.declarationOf(part);
      if (declaration === undefined) seen.add(part);
      else found.add(declaration);
    }
  }
  return found;
}
