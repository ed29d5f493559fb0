// What must be known of all declarations before the first is printed.

import type { Contract, Declaration, ObjectSchema, Schema } from "@specwright/contract";
import { hasLiteralTag, unionTag } from "@specwright/emit-kit";
import { objectForm } from "./flatten-object.ts";
import { alternatives, conjuncts, inner, needsTracking } from "./schema-parts.ts";

/** How declarations are printed. */
export interface Plan {
  /** The place of a declaration among all. */
  readonly order: ReadonlyMap<Declaration, number>;
  /** Declarations that exist as a rule too: an `unevaluated...` elsewhere asks what they look at. */
  readonly ruled: ReadonlySet<Declaration>;
  /** Declarations whose schema is an option of `z.discriminatedUnion`. */
  readonly discriminable: ReadonlySet<Declaration>;
  /** Names that several schemas declare by `$dynamicAnchor`. */
  readonly sharedAnchors: ReadonlySet<string>;
  /**
   * Reports whether `from` checks the same value by `to`, through its conjuncts or, if requested,
   * its alternatives.
   */
  reaches(from: Declaration, to: Declaration, byAlternatives: boolean): boolean;
}

/** Plans the output for a contract. */
export function makePlan(contract: Contract): Plan {
  const ruled = new Set<Declaration>();
  const discriminable = new Set<Declaration>();
  const anchors = new Map<string, number>();
  const order = new Map(contract.declarations.map((declaration, index) => [declaration, index]));
  for (const { schema } of contract.declarations) {
    walk(schema, contract, (each) => {
      if (needsTracking(each)) markRuled(each, contract, ruled);
      if (each.dynamicAnchor !== undefined) {
        anchors.set(each.dynamicAnchor, (anchors.get(each.dynamicAnchor) ?? 0) + 1);
      }
      for (const union of [each.oneOf, each.anyOf]) {
        if (union === undefined) continue;
        for (const option of options(union, each, contract)) discriminable.add(option);
      }
    });
  }
  for (const declaration of ruled) discriminable.delete(declaration);
  const sharedAnchors = new Set(
    [...anchors].filter(([, count]) => count > 1).map(([name]) => name),
  );
  return { order, ruled, discriminable, sharedAnchors, reaches: reachability(contract) };
}

/** Visits a schema and all below it, down to where other declarations begin. */
function walk(schema: Schema, contract: Contract, visit: (schema: ObjectSchema) => void): void {
  const seen = new Set<Schema>();
  const enter = (each: Schema, isRoot: boolean): void => {
    if (each.kind === "boolean" || seen.has(each)) return;
    if (!isRoot && contract.declarationOf(each) !== undefined) return;
    seen.add(each);
    visit(each);
    for (const parts of [conjuncts(each), alternatives(each), inner(each)]) {
      for (const part of parts) enter(part, false);
    }
  };
  enter(schema, true);
}

function markRuled(schema: ObjectSchema, contract: Contract, ruled: Set<Declaration>): void {
  const seen = new Set<Schema>();
  const enter = (each: Schema): void => {
    if (each.kind === "boolean" || seen.has(each)) return;
    seen.add(each);
    const declaration = contract.declarationOf(each);
    if (declaration !== undefined && each !== schema) ruled.add(declaration);
    for (const part of [...conjuncts(each), ...alternatives(each)]) enter(part);
  };
  enter(schema);
}

function options(
  union: readonly Schema[],
  schema: ObjectSchema,
  contract: Contract,
): readonly Declaration[] {
  const tag = unionTag(union, schema.discriminator);
  if (tag?.isConstant !== true || !union.every((branch) => isTaggedObject(branch, tag.property)))
    return [];
  return union.flatMap((branch) => {
    const target = branch.kind === "schema" ? (branch.ref?.target ?? branch) : branch;
    const declaration = contract.declarationOf(target);
    return declaration === undefined ? [] : [declaration];
  });
}

/** Reports whether a branch is printed as a zod object with a literal for its tag. */
export function isTaggedObject(branch: Schema, tag: string): boolean {
  const form = objectForm(branch);
  return form !== undefined && hasLiteralTag(form, tag);
}

function reachability(contract: Contract): Plan["reaches"] {
  const known = new Map<string, ReadonlySet<Declaration>>();
  const from = (start: Declaration, byAlternatives: boolean): ReadonlySet<Declaration> => {
    const key = `${start.name}\n${byAlternatives}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const reached = new Set<Declaration>();
    const seen = new Set<Schema>();
    const enter = (each: Schema): void => {
      if (each.kind === "boolean" || seen.has(each)) return;
      seen.add(each);
      const declaration = contract.declarationOf(each);
      if (declaration !== undefined) reached.add(declaration);
      const parts = byAlternatives ? [...conjuncts(each), ...alternatives(each)] : conjuncts(each);
      for (const part of parts) enter(part);
    };
    enter(start.schema);
    known.set(key, reached);
    return reached;
  };
  return (start, to, byAlternatives) => from(start, byAlternatives).has(to);
}
