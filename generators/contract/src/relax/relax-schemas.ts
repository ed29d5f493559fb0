// Marks what a contract is less strict about. It is done before forms are linked, because a format that is
// not checked gives values no other form.

import { operationSchemas } from "../directions/operation-schemas.ts";
import type { Contract } from "../model/contract.ts";
import type { Schema, TypeName } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { allSchemas, type SchemaParts } from "../schema/schema-sets.ts";
import { decidingEnums } from "./deciding-enums.ts";
import { formatUseOf, isRelaxableFormat, type Relaxation } from "./relaxation.ts";

/** Relaxes the schemas of a contract, which are drafts until it is built. */
export function relaxSchemas(
  contract: Contract,
  schemas: SchemaParts,
  { formats, openEnums = false }: Relaxation,
): void {
  if (openEnums) openSentEnums(contract, schemas);
  if (formats === undefined) return;
  const useOf = formatUseOf(formats, contract.declarations, contract.file);
  for (const schema of schemas.keys()) {
    if (schema.kind === "boolean" || schema.format === undefined) continue;
    const { format } = schema;
    if (!isRelaxableFormat(format)) continue;
    const draft = schema as SchemaDraft;
    const use = useOf(schema, format);
    if (use === "report") draft.reportsFormat = true;
    if (use !== "annotation") continue;
    delete draft.format;
    draft.notedFormat = format;
  }
}

/**
 * Opens the enums that the provider sends. One that only its clients send stays closed, because a value that is
 * not listed is a mistake there; what was read can always be sent back.
 */
function openSentEnums(contract: Contract, schemas: SchemaParts): void {
  const payloads = contract.channels.flatMap(({ sends }) =>
    sends.flatMap(({ payload, headers }) => [payload?.schema, headers?.schema]),
  );
  const roots = [...operationSchemas(contract).response, ...payloads].filter(
    (schema) => schema !== undefined,
  );
  const deciding = decidingEnums(schemas);
  for (const schema of allSchemas(roots, schemas).keys()) {
    if (deciding.has(schema) || !isTextEnum(schema)) continue;
    const draft = schema as SchemaDraft;
    const hasNull = draft.enum?.includes(null) === true;
    draft.types ??= (hasNull ? ["string", "null"] : ["string"]) satisfies TypeName[];
    draft.openEnum = true;
  }
}

/** Reports whether a schema lists texts. A single one is a constant. */
function isTextEnum(schema: Schema): boolean {
  if (schema.kind === "boolean" || schema.const !== undefined) return false;
  const { enum: members = [], types = ["string"] } = schema;
  const texts = members.filter((each) => each !== null);
  return (
    texts.length > 1 &&
    texts.every((each) => typeof each === "string") &&
    types.every((type) => type === "string" || type === "null")
  );
}
