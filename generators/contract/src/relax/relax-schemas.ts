// Marks the schemas whose checks are relaxed. Must run before value forms are chosen, because values with
// an unchecked format keep their JSON type.

import { operationSchemas } from "../directions/operation-schemas.ts";
import type { Contract } from "../model/contract.ts";
import type { TypeName } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { allSchemas, type SchemaParts } from "../schema/schema-sets.ts";
import { decidingEnums } from "./deciding-enums.ts";
import { formatUseOf, isRelaxableFormat, type Relaxation } from "./relaxation.ts";
import { textList } from "./text-list.ts";

/**
 * Relaxes the schemas of a contract. Changes the schemas themselves, because they are drafts until the
 * contract is built.
 */
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
 * Opens the enums that the provider sends. An enum that only clients send stays closed, because a client
 * that sends a different value makes a mistake. Clients can always send back a value that they received.
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
    const values = schema.kind === "boolean" ? undefined : textList(schema);
    if (values === undefined || deciding.has(schema)) continue;
    const draft = schema as SchemaDraft;
    const types: readonly TypeName[] = values.includes(null) ? ["string", "null"] : ["string"];
    draft.types ??= types;
    if (draft.enum === undefined) {
      delete draft.oneOf;
      delete draft.anyOf;
      draft.enum = values;
    }
    draft.openEnum = true;
  }
}
