// How often the emitted rules agree with the JSON-Schema-Test-Suite. What disagrees is listed in
// known-failures.json, which may only shrink: a new failure fails the test, and so does a stale entry.

import { readFileSync } from "node:fs";
import { stringifyJson } from "@specwright/runtime";
import { accepts, explain, type Rule } from "@specwright/runtime/codegen";
import { describe, expect, test } from "vitest";
import { documentOf, generateRules, scratch } from "./generated-rules.ts";
import { type Draft, drafts, type Group, groupsOf, hasSuite, remote } from "./schema-suite.ts";

const known: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("known-failures.json", import.meta.url), "utf8"),
);

/** The parts of the suite, and the share of tests that must agree. */
const parts = [
  { part: "", share: 1 },
  { part: "optional/", share: 0.97 },
  { part: "optional/format/", share: 0.97 },
] as const;

const runs = Object.entries(drafts).flatMap(([draft, dialect]) =>
  parts.map(({ part, share }) => ({ draft: draft as Draft, dialect, part, share })),
);

if (!hasSuite)
  console.warn("The JSON-Schema-Test-Suite is not on this machine: its tests are skipped.");

describe.skipIf(!hasSuite)("JSON-Schema-Test-Suite", () => {
  test.each(runs)("$draft/$part", { timeout: 300_000 }, async ({ draft, dialect, part, share }) => {
    const folder = scratch(`${draft}-${part.replaceAll("/", "-")}`);
    const results = new Map<string, boolean>();
    for (const group of groupsOf(draft, part)) {
      const rule = await ruleOf(group, dialect, part.includes("format"), folder);
      for (const { description, data, valid } of group.tests) {
        const name = `${group.file} | ${group.description} | ${description}`;
        results.set(name, rule !== undefined && agrees(rule, data, valid));
      }
    }
    const failures = [...results].filter(([, passed]) => !passed).map(([name]) => name);
    const passed = results.size - failures.length;
    const percent = ((100 * passed) / results.size).toFixed(1);
    console.log(`${draft}/${part}: ${passed} of ${results.size} tests agree (${percent} %)`);
    if (process.env["PRINT_FAILURES"] !== undefined) console.log(JSON.stringify(failures, null, 2));
    expect(failures).toEqual(known[`${draft}/${part}`] ?? []);
    expect(passed / results.size).toBeGreaterThanOrEqual(share);
  });
});

/** Tells whether both ways to ask a rule give the wanted answer. */
function agrees(rule: Rule, data: unknown, valid: boolean): boolean {
  try {
    const issues = explain(rule, data);
    return accepts(rule, data) === valid && (issues.length === 0) === valid;
  } catch {
    return false;
  }
}

async function ruleOf(
  { file, index, schema }: Group,
  dialect: string,
  assertsFormats: boolean,
  folder: ReturnType<typeof scratch>,
): Promise<Rule | undefined> {
  const document = documentOf({ Root: { $ref: "./schema.json" } }, { jsonSchemaDialect: dialect });
  try {
    const { text } = await generateRules(
      document,
      { formats: assertsFormats ? "assert" : "annotate", integers: "exact" },
      {
        allowRemote: true,
        readFile: async () => new TextEncoder().encode(stringifyJson(schema)),
        fetch: async (url) => new Response(remote(url)),
      },
    );
    const module = await folder.load(`${file.slice(0, -5)}-${index}.ts`, text);
    return module["rootRule"];
  } catch (error) {
    if (process.env["PRINT_FAILURES"] !== undefined) console.log(file, index, String(error));
    return undefined;
  }
}
