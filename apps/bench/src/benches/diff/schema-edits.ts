import type { SchemaSite } from "./document-sites.ts";
import { childOf, type EditableObject, itemsOf, pointerInside } from "./json.ts";

/** A change that a tool must find: its rule, and its place in the revision or in the base. */
export interface ExpectedChange {
  readonly rule: string;
  readonly pointer: string;
}

/**
 * Edits the document at a place. Returns the change that a tool must find; undefined if this edit
 * is not possible at this place.
 */
export type Edit<Site> = (site: Site) => ExpectedChange | undefined;

export const schemaEdits: readonly Edit<SchemaSite>[] = [
  setKeyword("string", "maxLength", 4321, "max-length-set"),
  setKeyword("string", "pattern", "^[^\\u0000]*$", "pattern-set"),
  setKeyword("integer", "minimum", -4321, "minimum-set"),
  setKeyword("integer", "maximum", 4321, "maximum-set"),

  setKeyword("array", "maxItems", 4321, "max-items-set"),
  setKeyword("array", "minItems", 3, "min-items-set"),
  setKeyword("boolean", "default", true, "default-set"),
  setKeyword("string", "default", "an unlikely default", "default-set"),
  setKeyword("object", "maxProperties", 4321, "max-properties-set"),
  ({ schema, pointer }) => {
    if (schema["type"] !== "string" || "enum" in schema) return undefined;
    schema["format"] = schema["format"] === "hostname" ? "idn-hostname" : "hostname";
    return { rule: "format-*", pointer };
  },
  ({ schema, pointer }) => {
    const others = ["enum", "minimum", "maximum", "default", "format"];
    if (schema["type"] !== "integer" || others.some((each) => each in schema)) return undefined;
    schema["type"] = "string";
    return { rule: "type-changed", pointer };
  },
  ({ schema, pointer }) => {
    if (schema["type"] !== "string" || !Array.isArray(schema["enum"])) return undefined;
    schema["enum"].push("an_unlikely_value");
    return { rule: "enum-value-added", pointer };
  },
  ({ schema, pointer }) => {
    if (schema["type"] !== "string" || itemsOf(schema["enum"]).length < 3) return undefined;
    schema["enum"] = itemsOf(schema["enum"]).slice(1);
    return { rule: "enum-value-removed", pointer };
  },
  ({ schema, pointer }) => {
    const properties = childOf(schema, "properties");
    if (properties === undefined) return undefined;
    properties["an_unlikely_property"] = { type: "string" };
    return {
      rule: "property-added",
      pointer: pointerInside(pointer, "properties", "an_unlikely_property"),
    };
  },
  ({ schema, pointer }) => {
    const properties = childOf(schema, "properties");
    if (properties === undefined) return undefined;
    properties["an_unlikely_property"] = { type: "string" };
    schema["required"] = [...itemsOf(schema["required"]), "an_unlikely_property"];
    const place = pointerInside(pointer, "properties", "an_unlikely_property");
    return { rule: "required-property-added", pointer: place };
  },
  ({ schema, pointer }) => {
    const name = plainProperty(schema, false);
    if (name === undefined) return undefined;
    delete childOf(schema, "properties")?.[name];
    return { rule: "property-removed", pointer: pointerInside(pointer, "properties", name) };
  },
  ({ schema, pointer }) => {
    const name = plainProperty(schema, false);
    if (name === undefined) return undefined;
    schema["required"] = [...itemsOf(schema["required"]), name];
    return {
      rule: "property-became-required",
      pointer: pointerInside(pointer, "properties", name),
    };
  },
  ({ schema, pointer }) => {
    const name = plainProperty(schema, true);
    if (name === undefined) return undefined;
    schema["required"] = itemsOf(schema["required"]).filter((each) => each !== name);
    return {
      rule: "property-became-optional",
      pointer: pointerInside(pointer, "properties", name),
    };
  },
  ({ schema, pointer }) => {
    schema["description"] = "An unlikely description.";
    return { rule: "schema-documentation-changed", pointer };
  },
  ({ schema, pointer }) => {
    if (schema["deprecated"] === true) return undefined;
    schema["deprecated"] = true;
    return { rule: "schema-deprecated", pointer };
  },
];

function setKeyword(
  type: string,
  keyword: string,
  value: string | number | boolean,
  rule: string,
): Edit<SchemaSite> {
  return ({ schema, pointer }) => {
    if (schema["type"] !== type || keyword in schema || "enum" in schema) return undefined;
    schema[keyword] = value;
    return { rule, pointer };
  };
}

/**
 * Returns the name of a property whose schema contains no references. It is required or optional,
 * depending on `isRequired`.
 */
function plainProperty(schema: EditableObject, isRequired: boolean): string | undefined {
  const required = itemsOf(schema["required"]);
  return Object.entries(childOf(schema, "properties") ?? {}).find(
    ([name, property]) =>
      required.includes(name) === isRequired && !JSON.stringify(property).includes('"$ref"'),
  )?.[0];
}
