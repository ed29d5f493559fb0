// One feature in each case: the output equals the committed one, compiles, and distinguishes valid values
// from invalid ones. `UPDATE_GOLDENS=1 npx vitest run test/golden/golden.test.ts` rewrites it.

import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Codec, CodecError, parseJson, stringifyJson } from "@specwright/runtime";
import type { SafeParser } from "@specwright/runtime/testing";
import { formatDiagnostic } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { compileGoldens, writeInto } from "./compile-typescript.ts";
import { generateDocument } from "./generate-document.ts";
import { type GoldenCase, goldenCases } from "./golden-cases.ts";

const update = process.env["UPDATE_GOLDENS"] === "1";

// Schemas without an invalid sample accept everything; schemas without a valid one accept nothing.
const takesEverything = new Set([
  "all-of-empty/Words",
  "boolean-schemas/Anything",
  "boolean-schemas/Empty",
  "recursion/Json",
]);
const takesNothing = new Set([
  "all-of-conflict/Impossible",
  "all-of-conflict/Forbidden",
  "all-of-conflict/ForbiddenByOne",
  "all-of-conflict/ForbiddenAgain",
  "all-of-empty/Never",
  "all-of-empty/Tags",
  "boolean-schemas/Nothing",
  "dates-temporal/Both",
]);

describe("output", () => {
  it.each(goldenCases)("$name", async (golden) => {
    const wanted = await outputOf(golden);
    if (update) await writeOutput(golden, wanted);
    expect(await committedOf(golden)).toEqual(wanted);
  });
});

it("compiles under the strict flags", { timeout: 120_000 }, async () => {
  expect(await compileGoldens()).toEqual([]);
});

describe.each(["schemas", "codec", "codec/stream"])("%s", (module) => {
  it.each(goldenCases)("$name", async (golden) => {
    const codecs = await codecsOf(golden, module);
    // A schema reads values with another form in TypeScript; their codec writes them.
    const { dates, decimals, int64 } = golden.options;
    const isFormed = (dates ?? decimals) !== undefined || int64 === "string";
    const writers = isFormed ? await codecsOf(golden, "codec") : codecs;
    const samples = Object.entries(golden.samples);
    if (module === "schemas") {
      expect(samples.map(([name]) => name).sort()).toEqual([...codecs.keys()].sort());
    }
    const wrong: string[] = [];
    for (const [name, { good, bad, filled = [] }] of samples) {
      const codec = codecs.get(name);
      if (codec === undefined) continue;
      const path = `${golden.name}/${name}`;
      if (good.length === 0 && !takesNothing.has(path)) wrong.push(`${name} has no good sample`);
      if (bad.length === 0 && !takesEverything.has(path)) wrong.push(`${name} has no bad sample`);
      const writer = writers.get(name) ?? codec;
      for (const text of good.map(stringifyJson)) {
        const written = attempt(() => writer.encode(codec.decode(text)));
        if (sorted(written) !== sorted(text)) wrong.push(`${name} turned ${text} into ${written}`);
      }
      for (const [given, wanted] of filled) {
        const written = attempt(() => writer.encode(codec.decode(stringifyJson(given))));
        if (sorted(written) !== sorted(stringifyJson(wanted)))
          wrong.push(`${name} filled ${stringifyJson(given)} to ${written}`);
      }
      for (const text of bad.map(stringifyJson)) {
        const written = attempt(() => codec.encode(codec.decode(text)));
        if (!written.startsWith("CodecError")) wrong.push(`${name} took ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Generates a case: its files by path, and the diagnostics as a separate file. */
async function outputOf({ spec, options }: GoldenCase): Promise<Readonly<Record<string, string>>> {
  const { files, diagnostics } = await generateDocument(spec, options);
  const reported = diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join("\n");
  return Object.fromEntries([
    ...files.map(({ path, content }) => [path, content]),
    ...(reported === "" ? [] : [["diagnostics.txt", `${reported}\n`]]),
  ]);
}

async function committedOf({ folder }: GoldenCase): Promise<Readonly<Record<string, string>>> {
  const out = join(folder, "out");
  if (!existsSync(out)) return {};
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1));
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(join(out, path), "utf8")] as const),
    ),
  );
}

async function writeOutput(
  { folder }: GoldenCase,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const out = join(folder, "out");
  await rm(out, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) await writeInto(out, path, content);
}

type TextCodec = Pick<Codec<unknown>, "decode" | "encode">;

/** Loads the codecs or schemas of a module of a case, by the name of their type. */
async function codecsOf(
  { folder }: GoldenCase,
  name: string,
): Promise<ReadonlyMap<string, TextCodec>> {
  const path = join(folder, `out/${name}.ts`);
  if (!existsSync(path)) return new Map();
  const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Readonly<
    Record<string, SafeParser<unknown> | Codec<unknown>>
  >;
  return new Map(
    Object.entries(module).map(([key, made]) => [
      key.replace(/(Schema|(Stream)?Codec)$/, ""),
      "safeParse" in made ? schemaCodec(made) : made,
    ]),
  );
}

function schemaCodec(schema: SafeParser<unknown>): TextCodec {
  const check = (value: unknown): unknown => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new CodecError("decode", []);
  };
  return {
    decode: (text) => check(parseJson(text)),
    encode: (value) => stringifyJson(asJson(check(value))),
  };
}

/** Replaces values such as a `Date` by their text, as `JSON.stringify` does. */
function asJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("toJSON" in value && typeof value.toJSON === "function") return value.toJSON();
  if (Array.isArray(value)) return value.map(asJson);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asJson(each)]));
}

function attempt(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** Writes JSON text with sorted keys: a schema may put its own keys first. */
function sorted(text: string): string {
  return text.startsWith("CodecError") ? text : stringifyJson(withSortedKeys(parseJson(text)));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  // `fromEntries` defines own properties, even `__proto__`.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, withSortedKeys(each)]),
  );
}
