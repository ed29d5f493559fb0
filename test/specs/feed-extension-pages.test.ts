// The pages about the extensions of feeds name fields of the schemas, refer to the generated page with all
// fields, and have valid examples.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionSchemas } from "@specwright/spec-loader";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readBlocks } from "../readmes/read-blocks.ts";
import { asObject, docsFolder, type Json } from "./read-spec.ts";

const names = [
  "x-book",
  "x-endings",
  "x-envelope",
  "x-heartbeat",
  "x-sequence",
  "x-snapshot",
  "x-subscription",
];
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictTuples: false });

describe.each(names)("the page of %s", (name) => {
  const page = readFileSync(join(docsFolder, "extensions", `${name}.md`), "utf8");
  const schema = extensionSchemas[name] ?? {};

  test("names only fields of the schema, and refers to the page with all fields", () => {
    const [fields = ""] = page.split(/^## /m);
    const items = [...fields.matchAll(/^- ((?:`[^`]+`(?:, )?)+)/gm)].map(([, names = ""]) => names);
    const named = items.flatMap((names) => names.match(/(?<=`)[\w-]+(?=\??`)/g) ?? []);
    const known = new Set<unknown>([...propertiesOf(schema), ...enumsOf(schema)]);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((each) => !known.has(each))).toEqual([]);
    expect(page).toContain(`](../../generators/spec-loader/catalog/${name.slice(2)}.md)`);
  });

  test("marks optional fields as its schema does", () => {
    const [fields = ""] = page.split(/^## /m);
    const items = [...fields.matchAll(/^- ((?:`[^`]+`(?:, )?)+)/gm)].map(([, names = ""]) => names);
    const marked = items.flatMap((names) => [...names.matchAll(/`([\w-]+)(\??)`/g)]);
    const wrong = marked.filter(([, field = "", mark]) => {
      const uses = requirementsOf(schema, field);
      return uses.length > 0 && !uses.includes(mark === "");
    });
    expect(marked.length).toBeGreaterThan(2);
    expect(wrong.map(([text]) => text)).toEqual([]);
  });

  test("has valid examples", () => {
    const validate = ajv.compile(schema);
    const examples = readBlocks(page)
      .filter(({ language }) => language === "yaml")
      .flatMap(({ text }) => Object.values(asObject(asObject(parse(text) as Json)["channels"])))
      .flatMap((channel) => asObject(channel)[name] ?? []);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect([validate(example), validate.errors]).toEqual([true, null]);
    }
  });
});

/** Returns the names of all properties in a schema. */
function propertiesOf(schema: object): readonly string[] {
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== "object" || value === null) return [];
    return [...(key === "properties" ? Object.keys(value) : []), ...propertiesOf(value)];
  });
}

/** Returns whether a field is required, for each object in a schema that has the field. */
function requirementsOf(schema: object, field: string): readonly boolean[] {
  const { properties, required } = schema as { properties?: object; required?: readonly string[] };
  const own = properties !== undefined && Object.hasOwn(properties, field);
  const parts: readonly unknown[] = Object.values(schema);
  return [
    ...(own ? [required?.includes(field) === true] : []),
    ...parts.flatMap((part) =>
      typeof part === "object" && part !== null ? requirementsOf(part, field) : [],
    ),
  ];
}

/** Returns the words of all enums in a schema. */
function enumsOf(schema: object): readonly unknown[] {
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === "enum" && Array.isArray(value)) return value as readonly unknown[];
    return typeof value === "object" && value !== null ? enumsOf(value) : [];
  });
}
