// Separates a parent from a list of its own children: each child contains the parent, and the parent is a
// union of the children. The shared properties become a separate schema, so that parent and children no
// longer contain themselves.

import { schemasOf } from "../directions/operation-schemas.ts";
import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { conjuncts, copyParts } from "../schema/schema-sets.ts";
import type { SchemaEdit } from "./copy-schemas.ts";
import { rewriteContract } from "./rewrite-contract.ts";

/**
 * Returns a contract in which the children of such a parent refer to a declaration `X base` with
 * the parent's properties. If the whole list consists of such children, the parent keeps only its
 * list.
 */
export function separateParents(contract: Contract): Contract {
  const edits = new Map<Schema, SchemaEdit>();
  const bases = new Map<Schema, SchemaDraft>();
  for (const { schema } of contract.declarations) {
    const children = schema.kind === "schema" ? ownChildren(schema) : [];
    if (schema.kind === "boolean" || children.length === 0) continue;
    const { oneOf, anyOf, discriminator, ...base } = schema;
    bases.set(schema, base);
    const branches = [...(oneOf ?? []), ...(anyOf ?? [])];
    const isOnlyChildren = children.length === branches.length;
    edits.set(schema, (copy, copyOf) => {
      copyParts(base, copyOf);
      if (isOnlyChildren) keepUnion(copy);
    });
  }
  if (bases.size === 0) return contract;
  for (const schema of schemasOf(contract).keys()) {
    if (schema.kind === "boolean" || schema.allOf === undefined) continue;
    for (const part of schema.allOf) {
      const target = part.kind === "schema" ? part.ref?.target : undefined;
      const base = target === undefined ? undefined : bases.get(target);
      if (base === undefined) continue;
      edits.set(part, (copy) => {
        if (copy.ref !== undefined) copy.ref = { ...copy.ref, target: base };
      });
    }
  }
  return rewriteContract(contract, edits, (schema) => {
    const base = bases.get(schema);
    const name = contract.declarationOf(schema)?.name;
    return base === undefined || name === undefined ? [] : [{ name: `${name} base`, schema: base }];
  });
}

/** Lists the branches of a union whose `allOf` contains the schema with the union. */
function ownChildren(schema: ObjectSchema): readonly Schema[] {
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return branches.filter((branch) => {
    const target = dereference(branch);
    return target !== schema && target.kind === "schema" && conjuncts(target).has(schema);
  });
}

/** Removes the keywords that every branch has too. */
function keepUnion(copy: SchemaDraft): void {
  const kept = new Set<string>([
    ...["kind", "source", "dialect", "raw", "extensions", "title", "description", "deprecated"],
    ...["oneOf", "anyOf", "discriminator"],
  ]);
  for (const key of Object.keys(copy) as (keyof SchemaDraft)[])
    if (!kept.has(key)) delete copy[key];
}
