// Checks the validity of values, and compares schemas with themselves, with the JSON-Schema-Test-Suite in
// ../shared/suites.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { compareSchemas } from "../src/compare-schemas.ts";
import { isValid } from "../src/evaluate/is-valid.ts";
import { schemasOf } from "./schemas-of.ts";

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly data: JsonValue; readonly valid: boolean }[];
}

const suite = new URL(
  "../../../../shared/suites/json-schema-test-suite/tests/draft2020-12/",
  import.meta.url,
);
/** Files about other documents: metaschemas, anchors and remote references. */
const aboutDocuments = /^(?:vocabulary|dynamicRef|refRemote|anchor|defs|id|unknownKeyword)\.json$/;
const files = existsSync(suite)
  ? readdirSync(suite).filter((name) => name.endsWith(".json") && !aboutDocuments.test(name))
  : [];

/** Loads a schema twice, unless it refers to missing documents. */
async function load(schema: unknown): Promise<readonly Schema[]> {
  const isRemote = /"\$(?:ref|id)":"(?:https?:|tag:)/.test(JSON.stringify(schema));
  return isRemote ? [] : schemasOf(schema, schema).catch(() => []);
}

describe.skipIf(files.length === 0)("JSON-Schema-Test-Suite", () => {
  test.each(files)("%s", async (file) => {
    const groups: readonly Group[] = JSON.parse(readFileSync(new URL(file, suite), "utf8"));
    const wrong: unknown[] = [];
    let compared = 0;
    for (const { description, schema, tests } of groups) {
      const [base, copy] = await load(schema);
      if (base === undefined || copy === undefined) continue;
      compared += 1;
      for (const { data, valid } of tests) {
        const verdict = isValid(base, data);
        if (verdict !== valid) wrong.push([description, data, verdict]);
      }
      const { effect } = compareSchemas(base, copy);
      if (effect !== "equal") wrong.push([description, effect]);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(groups.length / 2);
  });
});
