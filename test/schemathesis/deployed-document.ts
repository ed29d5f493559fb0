// The marketplace document as it describes one deployment.

import { type Json, objectAt, publishedDocument } from "./published-document.ts";

/** The custom fields of the deployment, as in the document's examples. `null` clears a field. */
export const customFields = {
  users: { favourite_colour: { schema: { type: ["string", "null"], maxLength: 100 } } },
  listings: {
    weight_kg: { schema: { type: ["integer", "null"], minimum: 0, maximum: 1_000_000 } },
  },
} as const;

/** The categories of the deployment: those in the document's examples, and one more. */
export const categories = [
  { id: "machines", name: "Machines", categories: [{ id: "calculators", name: "Calculators" }] },
  { id: "books", name: "Books" },
] as const;

const fieldsOfBody: Readonly<Record<string, Readonly<Record<string, { schema: object }>>>> = {
  RegisterUserBody: customFields.users,
  UpdateUserBody: customFields.users,
  CreateListingBody: customFields.listings,
  UpdateListingBody: customFields.listings,
};

/**
 * Returns the document as a single file whose bodies accept only the custom fields of the deployment. The
 * contract leaves them open, because operators declare these fields.
 */
export function deployedDocument(): Json {
  const document = publishedDocument("marketplace-api");
  for (const [name, fields] of Object.entries(fieldsOfBody)) {
    const schema = objectAt(document, "components", "schemas", name);
    const properties = objectAt(schema, "properties");
    for (const [field, { schema: declared }] of Object.entries(fields)) {
      properties[field] = declared;
    }
    schema["additionalProperties"] = false;
  }
  const ids = ["machines", "calculators", "books"];
  objectAt(document, "components", "schemas", "CategoryId")["enum"] = ids;
  const changes = objectAt(document, "components", "schemas", "UpdateListingBody", "properties");
  objectAt(changes, "category")["enum"] = [...ids, null];
  return document;
}
