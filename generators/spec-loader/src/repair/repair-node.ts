import type { Source } from "../diagnostics/diagnostic.ts";
import { leaveOut, type Repair, readAs } from "../diagnostics/repair.ts";
import { isJsonArray, type JsonValue } from "../json/json-value.ts";

/** Maps kinds of objects that authors often write as a string to the field that the string contains. */
const textFields: Readonly<Record<string, string>> = {
  Discriminator: "propertyName",
  ExternalDocs: "url",
  License: "name",
  Response: "description",
  Server: "url",
  Tag: "name",
};

/** The kinds of objects that do not affect a contract, because they only document it. */
const documenting: ReadonlySet<string> = new Set([
  "Contact",
  "Example",
  "ExternalDocs",
  "License",
  "MessageExample",
  "Xml",
]);

const schemaTypes: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** Returns the repair of a value that must be an object; `undefined` if several repairs are possible. */
export function repairNode(kind: string, value: JsonValue, source: Source): Repair | undefined {
  // PHP writes an empty object as an empty list.
  if (isJsonArray(value) && value.length === 0) return readAs(source, {});
  if (kind === "Example") return readAs(source, { value });
  const field = Object.hasOwn(textFields, kind) ? textFields[kind] : undefined;
  if (field !== undefined && typeof value === "string") return readAs(source, { [field]: value });
  if (kind === "Schema" && typeof value === "string") {
    if (value === "true" || value === "false") return readAs(source, value === "true");
    if (schemaTypes.has(value)) return readAs(source, { type: value });
    if (/^#\/\S+$/.test(value)) return readAs(source, { $ref: value });
  }
  return documenting.has(kind) ? leaveOut(source) : undefined;
}
