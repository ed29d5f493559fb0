// Documents with long chains of schemas. Every command reads them in a separate process, because a stack
// overflow may end it.

import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const command = join(import.meta.dirname, "../../generators/cli/src/bin.ts");
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-deep-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command, and stops it once it has printed `until`. Returns its exit code and its errors. */
async function run(
  args: readonly string[],
  until?: string,
): Promise<readonly [number | null, string]> {
  const child = spawn(process.execPath, ["--conditions=@specwright/source", command, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stdout.pipe(createWriteStream("/dev/null"));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(0, 100_000);
    if (until !== undefined && errors.includes(until)) child.kill("SIGINT");
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return [code, errors];
}

type SchemaOf = (index: number, next: object, isLast: boolean) => object;

const rings: Readonly<Record<string, SchemaOf>> = {
  properties: (_index, next, isLast) => ({
    type: "object",
    properties: { id: { type: "string", readOnly: isLast }, next },
  }),
  items: (_index, next, isLast) => ({
    type: "object",
    required: ["next"],
    properties: { id: { type: "string", readOnly: isLast }, next: { type: "array", items: next } },
  }),
  alternatives: (_index, next, isLast) => ({
    type: "object",
    properties: {
      id: { type: "string", readOnly: isLast },
      next: { anyOf: [next, { type: "null" }] },
    },
  }),
  integers: (_index, next) => ({
    type: "object",
    properties: { id: { readOnly: true }, n: { type: "integer", format: "int64" }, next },
  }),
};

/** Rings and chains of schemas that apply to one value. */
const atOneValue: Readonly<Record<string, SchemaOf>> = {
  "single alternatives": (_index, next) => ({ anyOf: [next] }),
  "single parts": (_index, next, isLast) => (isLast ? { type: "string" } : { allOf: [next] }),
  "a ring of parts": (_index, next) => ({ type: "object", allOf: [next] }),
  "nested alternatives": (index, next, isLast) => {
    const own = { type: "object", required: [`k${index}`], properties: { [`k${index}`]: {} } };
    return isLast ? { type: "string" } : { oneOf: [next, own] };
  },
};

/** Writes a document whose schemas form a ring; a PUT receives and returns it. */
async function writeRing(kind: string, count: number): Promise<string> {
  const schemaOf = rings[kind] ?? atOneValue[kind];
  if (schemaOf === undefined) throw new Error(`no ring of ${kind}`);
  const ref = (index: number) => ({ $ref: `#/components/schemas/S${index % count}` });
  const schemas = Array.from(
    { length: count },
    (_, index) => [`S${index}`, schemaOf(index, ref(index + 1), index === count - 1)] as const,
  );
  const content = { "application/json": { schema: ref(0) } };
  const responses = { 200: { description: "Done.", content } };
  const put = { operationId: "putA", requestBody: { required: true, content }, responses };
  const document = {
    openapi: "3.1.0",
    info: { title: "Deep", version: "1" },
    paths: { "/a": { put } },
    components: { schemas: Object.fromEntries(schemas) },
  };
  const name = `${kind}-${count}.json`;
  await writeFile(join(folder, name), JSON.stringify(document));
  return name;
}

const all = "types,zod,codec,descriptors,server,client,msw,tanstack-query,docs,bundle";

describe("30.1 a ring of 1,000 schemas with a readOnly member, used by a PUT", () => {
  // All commands read schemas with the same code, so that one kind of ring is enough for most of them.
  it.each(Object.keys(rings).map((kind, index) => [kind, index === 0] as const))(
    "of %s is accepted",
    async (kind, isFirst) => {
      const file = await writeRing(kind, 1000);
      const commands: readonly (readonly string[])[] = [
        [
          "generate",
          "--input",
          file,
          "--output",
          `out-${kind}`,
          "--emit",
          all,
          "--paths",
          "--quiet",
        ],
        ["diff", file, file],
        ...(isFirst
          ? [
              ["lint", file],
              ["bundle", file, "--output", "bundle.yaml"],
            ]
          : []),
      ];
      for (const args of commands)
        expect([args[0], ...(await run(args))].slice(0, 2)).toEqual([args[0], 0]);
      if (!isFirst) return;
      const mocked = await run(["mock", file, "--port", "0", "--no-watch"], "Stop it with");
      expect(mocked[1]).toContain("1 operation");
    },
    240_000,
  );

  it("has pages", async () => {
    const file = await writeRing("properties", 1000);
    expect(await run(["site", file, "--output", "site"])).toMatchObject([0, expect.anything()]);
  }, 120_000);
});

describe("30.1 schemas of one value", () => {
  // Before the fix, they took minutes, or the stack overflowed.
  it.each([
    ["single alternatives", 5000, ",docs"],
    ["single parts", 5000, ",docs"],
    ["a ring of parts", 5000, ""],
    ["nested alternatives", 1000, ",docs"],
  ])(
    "with %s, %i of them, are generated in roughly linear time",
    async (kind, count, more) => {
      const file = await writeRing(kind, count);
      const emitters = `types,zod,codec,server,client${more}`;
      const args = ["generate", "--input", file, "--output", `out-${kind}`, "--emit", emitters];
      expect((await run([...args, "--quiet"]))[0]).toBe(0);
    },
    120_000,
  );
});

describe("30.1 a ring of 50,000 schemas", () => {
  it("is generated", async () => {
    const file = await writeRing("properties", 50_000);
    const emitters = "types,zod,codec,server,client";
    const args = ["generate", "--input", file, "--output", "out", "--emit", emitters, "--quiet"];
    expect(await run(args)).toEqual([0, ""]);
  }, 300_000);
});

describe("30.1 5,000 levels of nesting", () => {
  const nested = (before: string, after: string) =>
    `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"components":{"schemas":{"A":${before.repeat(5000)}{}${after.repeat(5000)}}}}`;

  it.each([
    ["properties", '{"properties":{"a":', "}}"],
    ["items", '{"items":', "}"],
    ["alternatives", '{"anyOf":[', "]}"],
    ["examples", '{"a":[', "]}"],
  ])(
    "of %s are refused with a code",
    async (kind, before, after) => {
      for (const [file, text] of [
        [`${kind}.json`, nested(before, after)],
        [`${kind}.yaml`, `# YAML\n${nested(before, after)}`],
      ] as const) {
        await writeFile(join(folder, file), text);
        const generate = ["generate", "--input", file, "--output", "refused"];
        const others = [
          ["lint", file],
          ["bundle", file],
          ["diff", file, file],
          ["site", file, "--output", "refused"],
          ["mock", file, "--port", "0"],
        ];
        const commands = kind === "properties" ? [generate, ...others] : [generate];
        for (const args of commands) {
          const [code, errors] = await run(args);
          expect([args[0], code === 0, errors]).toEqual([
            args[0],
            false,
            expect.stringContaining("NESTING_TOO_DEEP error"),
          ]);
        }
      }
    },
    240_000,
  );
});
