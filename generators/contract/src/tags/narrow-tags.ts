// The tags of discriminated unions, as constants of the schemas that they select.

import { operationSchemas, schemasOf } from "../directions/operation-schemas.ts";
import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import type { SchemaEdit } from "./copy-schemas.ts";
import { rewriteContract } from "./rewrite-contract.ts";
import type { Selection } from "./selection.ts";
import { tagEdit } from "./tag-edit.ts";

/**
 * Returns a contract in which a schema that is used only as a branch of unions with a discriminator
 * has the tags that select it as the constants of its tag property. A schema with constants of its
 * own keeps them, and so does one that is used elsewhere, where the discriminator does not count.
 */
export function narrowTags(contract: Contract): Contract {
  if (contract.format !== "openapi") return contract;
  const schemas = schemasOf(contract);
  const selections = new Map<Schema, Selection | undefined>();
  const branches = new Set<Schema>();
  for (const schema of schemas.keys()) {
    if (schema.kind === "boolean") continue;
    for (const branch of taggedBranches(schema)) {
      branches.add(branch);
      addSelection(selections, schema, branch.ref?.target);
    }
  }
  if (selections.size === 0) return contract;
  for (const [schema, parts] of schemas) {
    // Any other use of a branch counts as well.
    if (!branches.has(schema)) for (const part of parts) selections.delete(part);
  }
  const { request, response } = operationSchemas(contract);
  for (const schema of [...request, ...response]) selections.delete(schema);
  const edits = new Map<Schema, SchemaEdit>();
  for (const [schema, selection] of selections) {
    if (selection !== undefined && schema.kind === "schema") {
      const edit = tagEdit(schema, selection);
      if (edit !== undefined) edits.set(schema, edit);
    }
  }
  return rewriteContract(contract, edits);
}

/** Lists the branches that a discriminator selects, if it selects every one. */
function taggedBranches({ oneOf, anyOf, discriminator }: ObjectSchema): readonly ObjectSchema[] {
  if (discriminator === undefined || discriminator.hasDefault === true) return [];
  const targets = new Set(discriminator.mapping.values());
  const branches = [...(oneOf ?? []), ...(anyOf ?? [])];
  const selected = branches.flatMap((branch) =>
    branch.kind === "schema" && branch.ref !== undefined && targets.has(branch.ref.target)
      ? [branch]
      : [],
  );
  return selected.length === branches.length ? selected : [];
}

function addSelection(
  selections: Map<Schema, Selection | undefined>,
  { discriminator }: ObjectSchema,
  target: Schema | undefined,
): void {
  if (discriminator === undefined || target === undefined) return;
  const { propertyName: property, mapping } = discriminator;
  const tags = [...mapping].flatMap(([tag, schema]) => (schema === target ? [tag] : []));
  const known = selections.get(target);
  const isSame = known?.property === property && known.tags.join("\n") === tags.join("\n");
  const isNew = !selections.has(target);
  selections.set(target, isNew || isSame ? { property, tags } : undefined);
}
