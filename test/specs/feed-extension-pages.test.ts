// The pages about the extensions of feeds: their tables have the fields of the schemas, and their examples
// are valid.

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

  test("has exactly the fields of the schema", () => {
    const [fields = ""] = page.split(/^## /m);
    const rows = [...fields.matchAll(/^\| (`.+?`) \|/gm)].map(([, cell = ""]) => cell);
    const named = rows.flatMap((cell) => cell.match(/(?<=`)[\w-]+(?=`)/g) ?? []);
    // A reaction of `client` has its own row.
    const values = new Set(enumsOf(schema));
    const wanted = new Set(propertiesOf(schema, name === "x-envelope"));
    const fieldsOnPage = named.filter((each) => wanted.has(each) || !values.has(each));
    expect([...new Set(fieldsOnPage)].toSorted()).toEqual([...wanted].toSorted());
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

/**
 * Returns the names of all properties in a schema. Conditions count for x-envelope only: no other page
 * describes them.
 */
function propertiesOf(schema: object, withConditions: boolean): readonly string[] {
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== "object" || value === null) return [];
    if (key === "condition" && !withConditions) return [];
    const own = key === "properties" ? Object.keys(value) : [];
    return [...own, ...propertiesOf(value, withConditions)];
  });
}

/** Returns the words of all enums in a schema. */
function enumsOf(schema: object): readonly unknown[] {
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === "enum" && Array.isArray(value)) return value as readonly unknown[];
    return typeof value === "object" && value !== null ? enumsOf(value) : [];
  });
}
