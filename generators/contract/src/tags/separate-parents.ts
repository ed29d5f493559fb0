// Separates a parent schema from its children. The parent is a union of the children, and each child
// contains the parent, so that both contain themselves. After the separation, the children contain a new
// schema with the properties of the parent instead.

import { schemasOf } from "../directions/operation-schemas.ts";
import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { conjuncts, copyParts } from "../schema/schema-sets.ts";
import type { SchemaEdit } from "./copy-schemas.ts";
import { rewriteContract } from "./rewrite-contract.ts";

/**
 * Returns a contract in which the children of such a parent refer to a new declaration `X base` with the
 * parent's properties. If all branches of the union are children, the parent keeps only the union.
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

/** Lists the children of a schema: the branches of its union whose `allOf` contains the schema itself. */
function ownChildren(schema: ObjectSchema): readonly Schema[] {
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return branches.filter((branch) => {
    const target = dereference(branch);
    return target !== schema && target.kind === "schema" && conjuncts(target).has(schema);
  });
}

/**
 * Keeps only the union and its description. Every branch also has the other keywords, because it contains
 * the base.
 */
function keepUnion(copy: SchemaDraft): void {
  const kept = new Set<string>([
    ...["kind", "source", "dialect", "raw", "extensions", "title", "description", "deprecated"],
    ...["oneOf", "anyOf", "discriminator"],
  ]);
  for (const key of Object.keys(copy) as (keyof SchemaDraft)[])
    if (!kept.has(key)) delete copy[key];
}
