// How often the emitted schemas agree with the JSON-Schema-Test-Suite. known-failures.json lists the
// differences and may only shrink: a new failure fails the test, a stale entry is printed.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { ZodTarget } from "../../src/zod/printer.ts";
import {
  documentOf,
  fileText,
  type GeneratedSchema,
  generate,
  scratch,
} from "./generated-schemas.ts";

const suite = new URL("../../../../../shared/suites/json-schema-test-suite/", import.meta.url);
const known: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("known-failures.json", import.meta.url), "utf8"),
);

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const drafts = {
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
  draft7: "http://json-schema.org/draft-07/schema#",
};

describe.skipIf(!existsSync(suite))("JSON-Schema-Test-Suite", () => {
  const runs = Object.entries(drafts).flatMap(([draft, dialect]) =>
    (["zod", "zod/mini"] as const).map((target) => ({ draft, dialect, target })),
  );
  test.each(runs)(
    "$draft with $target",
    { timeout: 300_000 },
    async ({ draft, dialect, target }) => {
      const results = new Map<string, boolean>();
      const folder = scratch(`${draft}-${target.replace("/", "-")}`);
      const tests = new URL(`tests/${draft}/`, suite);
      const files = readdirSync(tests).filter((name) => name.endsWith(".json"));
      for (const file of files.sort()) {
        const groups: readonly Group[] = readJson(new URL(file, tests));
        for (const [index, group] of groups.entries()) {
          const schema = await schemaOf(
            group,
            { dialect, target },
            folder,
            `${file.slice(0, -5)}-${index}.ts`,
          );
          for (const { description, data, valid } of group.tests) {
            const name = `${file} | ${group.description} | ${description}`;
            results.set(name, agrees(schema, data, valid));
          }
        }
      }
      const failures = [...results].filter(([, passed]) => !passed).map(([name]) => name);
      const passed = results.size - failures.length;
      const share = ((100 * passed) / results.size).toFixed(1);
      console.log(`${draft}, ${target}: ${passed} of ${results.size} tests agree (${share} %)`);
      if (process.env["PRINT_FAILURES"] !== undefined)
        console.log(JSON.stringify(failures, null, 2));
      const listed = known[draft] ?? [];
      const stale = listed.filter((name) => results.get(name) === true);
      if (stale.length > 0) console.log(`${draft}: to be taken off the list:`, stale);
      expect(failures.filter((name) => !listed.includes(name))).toEqual([]);
      expect(passed / results.size).toBeGreaterThan(0.95);
    },
  );
});

function agrees(schema: GeneratedSchema | undefined, data: unknown, valid: boolean): boolean {
  try {
    return schema?.safeParse(data).success === valid;
  } catch {
    return false;
  }
}

async function schemaOf(
  { schema }: Group,
  { dialect, target }: { readonly dialect: string; readonly target: ZodTarget },
  folder: ReturnType<typeof scratch>,
  name: string,
): Promise<GeneratedSchema | undefined> {
  const document = documentOf({ Root: { $ref: "./schema.json" } }, { jsonSchemaDialect: dialect });
  try {
    const generated = await generate(
      document,
      { target, relaxation: { formats: "annotation" } },
      {
        allowRemote: true,
        readFile: async () => new TextEncoder().encode(writeJson(schema)),
        fetch: async (url) => new Response(remote(url)),
      },
    );
    const module = await folder.load(name, fileText(generated, "schemas.ts"));
    return module["RootSchema"];
  } catch (error) {
    if (process.env["PRINT_FAILURES"] !== undefined) console.log(name, String(error));
    return undefined;
  }
}

/** Reads a document that the suite refers to: one of its own remotes, or a metaschema from ajv. */
function remote(url: string): string {
  const [, path] = /^http:\/\/localhost:1234\/(.*)$/.exec(url) ?? [];
  if (path !== undefined) return readFileSync(new URL(`remotes/${path}`, suite), "utf8");
  const [, meta] = /^https:\/\/json-schema\.org\/draft\/2020-12\/(.*)$/.exec(url) ?? [];
  const refs = new URL("../../../../node_modules/ajv/dist/refs/", import.meta.url);
  const file =
    meta === undefined ? "json-schema-draft-07.json" : `json-schema-2020-12/${meta}.json`;
  return readFileSync(fileURLToPath(new URL(file, refs)), "utf8");
}

/** Reads JSON as the runtime does: integers beyond the safe range are bigint. */
function readJson(url: URL): readonly Group[] {
  return JSON.parse(readFileSync(url, "utf8"), keepDigits);
}

function keepDigits(
  _key: string,
  value: unknown,
  ...[context]: readonly { source?: string }[]
): unknown {
  const source = context?.source ?? "";
  const isUnsafe = typeof value === "number" && !Number.isSafeInteger(value);
  return isUnsafe && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

function writeJson(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === "bigint"
      ? Reflect.apply(Reflect.get(JSON, "rawJSON"), JSON, [String(each)])
      : each,
  );
}
