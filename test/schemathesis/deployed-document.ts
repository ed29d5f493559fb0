// The marketplace document as it describes one deployment.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const file = fileURLToPath(new URL("../../specs/marketplace/openapi.yaml", import.meta.url));

/**
 * The custom fields of the deployment, which are those in the document's examples. `null` clears a
 * field.
 */
export const customFields = {
  users: { favourite_colour: { schema: { type: ["string", "null"], maxLength: 100 } } },
  listings: {
    weight_kg: { schema: { type: ["integer", "null"], minimum: 0, maximum: 1_000_000 } },
  },
} as const;

const fieldsOfBody: Readonly<Record<string, Readonly<Record<string, { schema: object }>>>> = {
  RegisterUserBody: customFields.users,
  UpdateUserBody: customFields.users,
  CreateListingBody: customFields.listings,
  UpdateListingBody: customFields.listings,
};

/**
 * Headers whose example is valid for one request only. With them, most requests would share a key
 * or precondition and be refused before anything else is checked.
 */
const goodOnce = ["Idempotency-Key", "If-Match"];

type Json = { [key: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function read(path: string): Json {
  const value: unknown = parse(readFileSync(path, "utf8"));
  if (!isObject(value)) throw new Error(`${path} is no object`);
  return value;
}

function objectAt(value: unknown, ...path: readonly string[]): Json {
  const found = path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
  if (!isObject(found)) throw new Error(`${file} has no object at /${path.join("/")}`);
  return found;
}

/** Returns a part of a file with its references to other files replaced by their targets. */
function inline(value: unknown, from: string): unknown {
  if (Array.isArray(value)) return value.map((inner) => inline(inner, from));
  if (!isObject(value)) return value;
  const { $ref: reference } = value;
  if (typeof reference === "string" && (from !== file || !reference.startsWith("#"))) {
    const [path = "", pointer = ""] = reference.split("#");
    const target = path === "" ? from : resolve(dirname(from), path);
    return inline(objectAt(read(target), ...pointer.split("/").slice(1)), target);
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, inline(inner, from)]);
  const whole: Json = Object.fromEntries(entries);
  if (goodOnce.includes(`${whole["name"]}`)) delete whole["example"];
  return whole;
}

/**
 * Returns the document as a single file in which bodies accept only the custom fields of the
 * deployment. The contract leaves them open, because operators declare these fields.
 */
export function deployedDocument(): Json {
  const document = objectAt(inline(read(file), file));
  for (const [name, fields] of Object.entries(fieldsOfBody)) {
    const schema = objectAt(document, "components", "schemas", name);
    const properties = objectAt(schema, "properties");
    for (const [field, { schema: declared }] of Object.entries(fields)) {
      properties[field] = declared;
    }
    schema["additionalProperties"] = false;
  }
  return document;
}
