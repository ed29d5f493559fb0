import { rememberParts, schemasOf } from "../directions/operation-schemas.ts";
import { type Replacement, replaceInOperation } from "../directions/replace-in-operation.ts";
import type { Contract } from "../model/contract.ts";
import type { Declaration, Schema } from "../model/schema.ts";
import { copyParts } from "../schema/copy-parts.ts";
import type { SchemaDraft } from "../schema/schema-graph.ts";
import { leadingTo } from "../schema/schema-sets.ts";

/** Changes the copy of a schema; `copyOf` returns the copies of others. */
export type Edit = (copy: SchemaDraft, copyOf: (schema: Schema) => Schema) => void;

/** A declaration to add before the one whose schema it is derived from. */
export interface AddedDeclaration {
  readonly name: string;
  readonly schema: Schema;
}

/**
 * Returns a contract with changed copies of some schemas, and with copies of all schemas that lead
 * to them. `added` returns the new declarations of a schema.
 */
export function rewriteContract(
  contract: Contract,
  edits: ReadonlyMap<Schema, Edit>,
  added: (schema: Schema) => readonly AddedDeclaration[] = () => [],
): Contract {
  if (edits.size === 0) return contract;
  const schemas = schemasOf(contract);
  const differing = leadingTo([...edits.keys()], schemas);
  const copies = new Map<Schema, Schema>();
  const originals = new Map<Schema, Schema>();
  const copyOf = (schema: Schema): Schema => {
    if (schema.kind === "boolean" || !differing.has(schema)) return schema;
    const known = copies.get(schema);
    if (known !== undefined) return known;
    const copy: SchemaDraft = { ...schema };
    // Known before it is complete, because schemas refer to each other in circles.
    copies.set(schema, copy);
    originals.set(copy, schema);
    copyParts(copy, copyOf);
    edits.get(schema)?.(copy, copyOf);
    return copy;
  };
  const pairs = contract.declarations.map((declaration) => ({
    declaration,
    copy: { ...declaration, schema: copyOf(declaration.schema) },
  }));
  const byOriginal = new Map<Declaration, Declaration>(
    pairs.map(({ declaration, copy }) => [declaration, copy]),
  );
  const declarations = pairs.flatMap(({ declaration, copy }) => [
    ...added(declaration.schema).map(
      (more): Declaration => ({
        ...copy,
        ...more,
        schema: more.schema,
        origin: "body",
      }),
    ),
    copy,
  ]);
  const bySchema = new Map(declarations.map((declaration) => [declaration.schema, declaration]));
  const by: Replacement = {
    schema: copyOf,
    declaration: (declaration) => byOriginal.get(declaration) ?? declaration,
  };
  const rewritten: Contract = {
    ...contract,
    declarations,
    operations: contract.operations.map((operation) => replaceInOperation(operation, by)),
    webhooks: contract.webhooks.map((webhook) => replaceInOperation(webhook, by)),
    declarationOf: (schema) => bySchema.get(schema) ?? contract.declarationOf(schema),
    resourceOf: (schema) => contract.resourceOf(originals.get(schema) ?? schema),
  };
  rememberParts(rewritten, schemas);
  return rewritten;
}
