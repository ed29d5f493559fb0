import {
  type Replacement,
  rememberParts,
  replaceInInstance,
  replaceInOperation,
  schemasOf,
} from "../directions/operation-schemas.ts";
import type { Contract } from "../model/contract.ts";
import type { Declaration, Schema } from "../model/schema.ts";
import { copySchemas, type SchemaEdit } from "./copy-schemas.ts";
import { replaceInChannels } from "./replace-in-channels.ts";

/** A declaration to add before the declaration from which it is derived. */
export interface AddedDeclaration {
  readonly name: string;
  readonly schema: Schema;
}

/**
 * Returns a contract with changed copies of the schemas in `edits`. All schemas that refer to these schemas
 * are copied as well. `added` returns additional declarations for the schema of a declaration.
 */
export function rewriteContract(
  contract: Contract,
  edits: ReadonlyMap<Schema, SchemaEdit>,
  added: (schema: Schema) => readonly AddedDeclaration[] = () => [],
): Contract {
  if (edits.size === 0) return contract;
  const schemas = schemasOf(contract);
  const { copyOf, originals } = copySchemas(schemas, edits);
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
    ...replaceInChannels(contract, (declaration) => byOriginal.get(declaration) ?? declaration),
    declarationOf: (schema) => bySchema.get(schema) ?? contract.declarationOf(schema),
    instanceOf: (schema) =>
      replaceInInstance(contract.instanceOf(originals.get(schema) ?? schema), copyOf),
  };
  rememberParts(rewritten, schemas);
  return rewritten;
}
