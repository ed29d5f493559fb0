// The context in which a schema is printed as a rule, and what must be known about all schemas of the
// contract before.

import {
  type Contract,
  type Declaration,
  type ObjectSchema,
  type Schema,
  stronglyConnected,
} from "@specwright/contract";
import { objectSchemas, partsInPlace } from "./reach.ts";

/** The context in which a schema is printed. */
export interface RuleScope {
  /** The declaration whose rule is being printed. */
  readonly declaration: Declaration;
  /** True if the schema applies to the value of the declaration itself, and not to a part of it. */
  readonly inPlace: boolean;
  /**
   * True if the schema applies to the value of the declaration itself, but only as a part of a branch of
   * `anyOf` or `oneOf`.
   */
  readonly isBranch?: boolean | undefined;
}

/** Returns the scope in which the schema of a declaration is printed. */
export function ruleScope(declaration: Declaration): RuleScope {
  return { declaration, inPlace: true };
}

/** Returns the scope for the schema of a property or an item. */
export function within(scope: RuleScope): RuleScope {
  return scope.inPlace ? { ...scope, inPlace: false } : scope;
}

/**
 * Reports whether a part leads back to the declaration on the same value. Its check would then never end,
 * so the part is omitted. A part that always applies is only omitted if every step back to the declaration
 * always applies too: a subtype keeps its base, although the base has a union of its subtypes.
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

/**
 * Reports whether a branch of a union leads back to the declaration on the same value. The whole union is
 * then omitted.
 */
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

/** Facts about the whole contract that its rules depend on. */
export interface RulePlan {
  /**
   * True if a schema has `unevaluatedProperties` or `unevaluatedItems`. Rules whose only effect is to mark
   * parts as evaluated are then needed.
   */
  readonly tracks: boolean;
  /**
   * Reports whether the check of `whole` uses the check of `part`, and the check of `part` uses the check
   * of `whole`, on the same value. This follows keywords that always apply. If `byAlternatives` is true, it
   * also follows the branches of `anyOf` and `oneOf`.
   */
  leadsBack(part: Declaration, whole: Declaration, byAlternatives: boolean): boolean;
}

const plans = new WeakMap<Contract, RulePlan>();

/** Returns the plan of a contract. The result is cached. */
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

/**
 * A number for each declaration. Two declarations have the same number if each uses the other, directly or
 * indirectly.
 */
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

/** Lists the declarations that a declaration uses directly to check its own value. */
function declaredInPlace(
  contract: Contract,
  { schema }: Declaration,
  byAlternatives: boolean,
): ReadonlySet<Declaration> {
  const found = new Set<Declaration>();
  const seen = new Set<Schema>([schema]);
  // The loop also visits the items that it adds to the set.
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
