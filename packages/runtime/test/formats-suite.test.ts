// The format files of the JSON-Schema-Test-Suite, with formats asserted. Known failures are listed
// in known-format-failures.json, which may only shrink.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Payload } from "../src/checks/rule.ts";
import { formats } from "./string-formats.ts";

const suite = new URL("../../../../shared/suites/json-schema-test-suite/tests/", import.meta.url);
const known: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("known-format-failures.json", import.meta.url), "utf8"),
);

interface Group {
  readonly description: string;
  readonly schema: { readonly format: string };
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

describe.skipIf(!existsSync(suite))("JSON-Schema-Test-Suite, formats asserted", () => {
  test.each([
    ["draft2020-12", 764],
    ["draft7", 676],
  ])("%s", (draft, least) => {
    const folder = new URL(`${draft}/optional/format/`, suite);
    const files = readdirSync(folder).sort();
    const failures: string[] = [];
    let total = 0;
    for (const file of files) {
      const groups: readonly Group[] = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
      for (const { description: group, schema, tests } of groups) {
        const [, rule] = formats[schema.format] ?? [];
        if (rule === undefined) expect(schema.format).toBe("unknown");
        for (const { description, data, valid } of tests) {
          total += 1;
          const payload: Payload = { value: data, issues: [] };
          rule?.(payload);
          if ((payload.issues.length === 0) !== valid) {
            failures.push(`${file} | ${group} | ${description}`);
          }
        }
      }
    }
    console.log(`${draft}: ${total - failures.length} of ${total} tests of formats agree`);
    expect(total).toBeGreaterThanOrEqual(least);
    // Checks for equality, so that a case that passes again must be removed from the list.
    expect(failures).toEqual(known[draft] ?? []);
  });
});
