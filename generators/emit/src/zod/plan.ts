// Facts about all declarations that are needed before the first is printed.

import {
  type Contract,
  type Declaration,
  hasLiteralTag,
  isPureReference,
  type ObjectSchema,
  type Schema,
  unionTag,
} from "@specwright/contract";
import { emitPart } from "../print/emit-failure.ts";
import { leadingTo, objectSchemas } from "../rules/reach.ts";
import type { Direction } from "../rules/rule-printer.ts";
import { objectForm } from "./flatten-object.ts";

/** How declarations are printed. */
export interface Plan {
  /** The position of each declaration in the output. */
  readonly order: ReadonlyMap<Declaration, number>;
  /** Declarations whose schema is an option of `z.discriminatedUnion`. */
  readonly discriminable: ReadonlySet<Declaration>;
  /**
   * Reports whether a schema is printed as one rule, because it depends on evaluated members or on
   * the schemas that lead to it, which zod does not track.
   */
  isRule(schema: ObjectSchema): boolean;
  /** Reports whether a branch is printed as a zod object with a literal for its tag. */
  isTaggedObject(branch: Schema, tag: string): boolean;
}

/** Plans the output for a contract. */
export function makePlan(contract: Contract, direction: Direction | undefined): Plan {
  const dynamic = leadingTo(contract, isDynamic, "anywhere");
  const isRule = (schema: ObjectSchema): boolean =>
    (schema.unevaluatedProperties ?? schema.unevaluatedItems) !== undefined || dynamic.has(schema);
  const isTaggedObject = (branch: Schema, tag: string): boolean => {
    const form = objectForm(branch, direction);
    return form !== undefined && !dynamic.has(branch) && hasLiteralTag(form, tag);
  };
  const discriminable = new Set<Declaration>();
  const addOptions = (schema: ObjectSchema): void => {
    for (const union of [schema.oneOf, schema.anyOf]) {
      const tag = union && unionTag(union, schema.discriminator);
      if (union === undefined || tag?.isConstant !== true) continue;
      if (!union.every((branch) => isTaggedObject(branch, tag.property))) continue;
      for (const option of declarationsOf(union, contract)) discriminable.add(option);
    }
  };
  for (const schema of objectSchemas(contract)) {
    emitPart(schema.source, () => addOptions(schema));
  }
  const order = new Map(contract.declarations.map((declaration, index) => [declaration, index]));
  return { order, discriminable, isRule, isTaggedObject };
}

function isDynamic({ dynamicRef }: ObjectSchema): boolean {
  return dynamicRef?.dynamicAnchor !== undefined;
}

/** Lists the declarations of branches, and those that these are only other names of. */
function declarationsOf(union: readonly Schema[], contract: Contract): readonly Declaration[] {
  const found = new Set<Declaration>();
  const add = (target: Schema): void => {
    const declaration = contract.declarationOf(target);
    if (declaration === undefined || found.has(declaration)) return;
    found.add(declaration);
    if (isPureReference(target)) add(target.ref.target);
  };
  for (const branch of union) {
    add(branch.kind === "schema" ? (branch.ref?.target ?? branch) : branch);
  }
  return [...found];
}
