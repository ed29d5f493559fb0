// How often the emitted rules agree with the JSON-Schema-Test-Suite. known-failures.json lists the
// differences and may only shrink: a new failure fails the test, and so does a stale entry.

import { readFileSync } from "node:fs";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { type Issue, stringifyJson } from "@specwright/runtime";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { accepts } from "@specwright/runtime/codegen";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { explain } from "@specwright/runtime/testing";
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
  parts.flatMap(({ part, share }) =>
    (["rules", "codecs"] as const).map((by) => ({
      draft: draft as Draft,
      dialect,
      part,
      share,
      by,
    })),
  ),
);

if (!hasSuite)
  console.warn("The JSON-Schema-Test-Suite is not on this machine: its tests are skipped.");

describe.skipIf(!hasSuite)("JSON-Schema-Test-Suite", () => {
  test.each(runs)("$draft/$part by $by", { timeout: 300_000 }, async (run) => {
    const { draft, part, share, by } = run;
    const folder = scratch(`${draft}-${part.replaceAll("/", "-")}${by}`);
    const results = new Map<string, boolean>();
    for (const group of groupsOf(draft, part)) {
      const answers = await answersOf(group, run, folder);
      for (const { description, data, valid } of group.tests) {
        const name = `${group.file} | ${group.description} | ${description}`;
        results.set(name, answers !== undefined && agrees(answers, data, valid));
      }
    }
    const failures = [...results].filter(([, passed]) => !passed).map(([name]) => name);
    const passed = results.size - failures.length;
    const percent = ((100 * passed) / results.size).toFixed(1);
    console.log(
      `${draft}/${part} by ${by}: ${passed} of ${results.size} tests agree (${percent} %)`,
    );
    if (process.env["PRINT_FAILURES"] !== undefined) console.log(JSON.stringify(failures, null, 2));
    expect(failures).toEqual(known[`${draft}/${part}`] ?? []);
    expect(passed / results.size).toBeGreaterThanOrEqual(share);
  });
});

/** Both answers to whether a value is valid: a boolean, and a list of issues. */
type Answers = (data: unknown) => readonly [isValid: boolean, issues: readonly Issue[]];

/** Reports whether both answers are as expected and every issue is complete. */
function agrees(answers: Answers, data: unknown, valid: boolean): boolean {
  try {
    const [isValid, issues] = answers(data);
    const areWhole = issues.every(
      ({ expected = "", received = "", message, pointer }) =>
        [expected, received, message].every((text) => text !== "") && resolves(data, pointer),
    );
    return isValid === valid && (issues.length === 0) === valid && areWhole;
  } catch {
    return false;
  }
}

/** Reports whether a pointer leads into a value. Its last step may name something missing. */
function resolves(data: unknown, pointer: string): boolean {
  const steps = pointer.split("/").slice(1, -1);
  let value = data;
  for (const step of steps) {
    if (typeof value !== "object" || value === null) return false;
    value = Reflect.get(value, step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return pointer === "" || (typeof value === "object" && value !== null);
}

async function answersOf(
  { file, index, schema }: Group,
  { dialect, part, by }: (typeof runs)[number],
  folder: ReturnType<typeof scratch>,
): Promise<Answers | undefined> {
  const isAsserted = part.includes("format") || file === "format-assertion.json";
  const document = documentOf({ Root: { $ref: "./schema.json" } }, { jsonSchemaDialect: dialect });
  try {
    const { text } = await generateRules(
      document,
      {
        codecs: by === "codecs",
        relaxation: isAsserted ? {} : { formats: "annotation" },
        integers: "exact",
      },
      {
        allowRemote: true,
        readFile: async () => new TextEncoder().encode(stringifyJson(schema)),
        fetch: async (url) => new Response(remote(url)),
      },
    );
    const module = await folder.load(`${file.slice(0, -5)}-${index}.ts`, text);
    const { rootRule, RootCodec } = module;
    if (by === "codecs" && RootCodec !== undefined)
      return (data) => [RootCodec.is(data), RootCodec.validate(data)];
    return rootRule && ((data) => [accepts(rootRule, data), explain(rootRule, data)]);
  } catch (error) {
    if (process.env["PRINT_FAILURES"] !== undefined) console.log(file, index, String(error));
    return undefined;
  }
}
