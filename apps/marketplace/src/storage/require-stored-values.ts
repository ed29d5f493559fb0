import { createHash } from "node:crypto";
import { stringifyJson } from "@specwright/runtime";
import type { CustomFields } from "../custom-fields/compile-custom-fields.ts";
import { MarketplaceError } from "../marketplace-error.ts";
import type { MarketplaceStorage } from "./marketplace-storage.ts";
import type { CustomKind, StoredCustomValues } from "./sql-custom-values.ts";

const KINDS: readonly (readonly [kind: CustomKind, one: string])[] = [
  ["users", "user"],
  ["listings", "listing"],
];
const BATCH = 500;
/** How many of the wrong values of a field an error mentions. */
const NAMED = 3;

/**
 * Requires that all stored values match the schemas of their fields. If no schema has changed since
 * the last successful check, the values are not read.
 *
 * @throws MarketplaceError `invalid_option`, which names every field with wrong values
 */
export async function requireStoredValues(
  storage: MarketplaceStorage,
  fields: Readonly<Record<CustomKind, CustomFields>>,
): Promise<void> {
  const digest = fieldsDigest(fields);
  const known = await storage.transaction(({ serviceKeys }) =>
    serviceKeys.named("custom_field_schemas", () => ""),
  );
  if (known === digest) return;
  const faults: string[] = [];
  for (const [kind, one] of KINDS) {
    for (const [name, wrong] of await wrongValues(storage, kind, fields[kind])) {
      const examples = wrong.named.map(({ id, why }) => `${one} ${id} ${why}`).join("; ");
      const more = wrong.count > wrong.named.length ? "; …" : "";
      faults.push(
        `/custom_fields/${kind}/${name}/schema: ${wrong.count} stored values do not match ` +
          `(${examples}${more})`,
      );
    }
  }
  if (faults.length > 0) {
    const fix =
      "accept these values in the schema, or change the values first with the previous schema";
    throw new MarketplaceError("invalid_option", `settings ${faults.join("; ")}: ${fix}`);
  }
  await storage.transaction(({ serviceKeys }) =>
    serviceKeys.replace("custom_field_schemas", digest),
  );
}

function fieldsDigest(fields: Readonly<Record<CustomKind, CustomFields>>): string {
  const schemas = KINDS.map(([kind]) =>
    [...fields[kind].values()].map(({ name, schema }) => [name, schema]),
  );
  return createHash("sha256").update(stringifyJson(schemas)).digest("hex");
}

interface WrongValues {
  count: number;
  readonly named: { readonly id: number; readonly why: string }[];
}

async function wrongValues(
  storage: MarketplaceStorage,
  kind: CustomKind,
  fields: CustomFields,
): Promise<ReadonlyMap<string, WrongValues>> {
  const found = new Map<string, WrongValues>();
  if (fields.size === 0) return found;
  let next: number | undefined = 0;
  while (next !== undefined) {
    const batch: readonly StoredCustomValues[] = await storage.committed.customValues.after(
      kind,
      next,
      BATCH,
    );
    for (const { id, values } of batch) {
      for (const [name, value] of Object.entries(values)) {
        const why = fields.get(name)?.check(value)[0]?.message;
        if (why === undefined) continue;
        const wrong = found.get(name) ?? { count: 0, named: [] };
        wrong.count += 1;
        if (wrong.named.length < NAMED) wrong.named.push({ id, why });
        found.set(name, wrong);
      }
    }
    next = batch.at(-1)?.id;
  }
  return found;
}
