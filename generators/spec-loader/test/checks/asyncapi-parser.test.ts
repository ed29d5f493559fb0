// Our checks of AsyncAPI documents refuse exactly what the official parser refuses. ASYNCAPI_MUTATIONS=2000
// tries more documents with a random fault; FC_SEED gives others.

import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Diagnostic, loadSpecification } from "@specwright/spec-loader";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { pointerTokens } from "../../src/json/json-pointer.ts";
import type { JsonValue } from "../../src/json/json-value.ts";
import { loadTexts } from "../in-memory.ts";
import { asyncapi2Faults } from "./asyncapi-2-faults.ts";
import { asyncapi3Faults } from "./asyncapi-3-faults.ts";
import { type Mutation, mutate, pathsOf, setAt } from "./mutate-document.ts";
import { type ParserError, type ParserInput, parserErrors } from "./parser-errors.ts";
import { validAsyncapi } from "./valid-asyncapi.ts";

/** Errors of the parser that we report as warnings, or leave to other checks. */
const weaker: readonly (readonly [error: RegExp, ours: string | undefined, reason: string])[] = [
  [/-uniqueness /, "ASYNCAPI_ADVICE", "generated code has no need of the ids and tags"],
  [/-unambiguity /, "ASYNCAPI_ADVICE", "a reference to a component is as clear"],
  [/-parameters Not all/, "CHANNEL_PARAMETER_MISSING", "the parameter is taken as a string"],
  [/-(?:examples?|default) /, undefined, "`specwright lint` checks examples and defaults"],
  [/^invalid-ref FetchError/, undefined, "no schema in another language, such as Avro, is read"],
];

/** Documents that we refuse, and the parser wrongly accepts. */
const stricter: readonly (readonly [error: RegExp, reason: string])[] = [
  [/^REF_CYCLE /, "a reference to itself has no target"],
  [/^REF_INVALID /, "a `$ref` that is not a string makes the parser accept anything"],
  [/^FIELD_TYPE .* must be an object/, "the parser drops the messages of its validator"],
];

function isWeaker({ rule, message }: ParserError, found: readonly Diagnostic[]): boolean {
  const text = `${rule} ${message}`;
  return weaker.some(
    ([pattern, ours]) =>
      pattern.test(text) && (ours === undefined || found.some(({ code }) => code === ours)),
  );
}

/** Returns the differences; an empty list if both refuse a document or both accept it. */
function differences(
  errors: readonly ParserError[],
  found: readonly Diagnostic[],
): readonly string[] {
  const ours = found.filter(({ severity }) => severity === "error");
  const theirs = errors.filter((error) => !isWeaker(error, found));
  if (ours.length > 0 && errors.length > 0) return [];
  const texts = ours.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
  if (texts.some((text) => stricter.some(([pattern]) => pattern.test(text)))) return [];
  return [
    ...texts.map((text) => `only ours: ${text}`),
    ...theirs.map(({ rule, path, message }) => `only theirs: ${rule} ${path.join("/")} ${message}`),
  ];
}

/** A document that both check. */
interface Sample extends ParserInput {
  /** The name of the document in the report of a failure. */
  readonly label: string;
}

const versions = ["2.0.0", "2.6.0", "3.0.0", "3.1.0"];

function faultSamples(): readonly Sample[] {
  return [...asyncapi2Faults, ...asyncapi3Faults].map(([version, pointer, value]) => {
    const document = setAt(validAsyncapi(version), pointerTokens(pointer) ?? [], value);
    const label = `${version} ${pointer} ${JSON.stringify(value)}`;
    return { label, text: JSON.stringify(document) };
  });
}

function randomSamples(): readonly Sample[] {
  const samples = fc.constantFrom(...versions).chain((version) =>
    mutationOf(validAsyncapi(version)).map((mutation) => ({
      label: `${version} ${JSON.stringify(mutation)}`,
      text: JSON.stringify(mutate(validAsyncapi(version), mutation)),
    })),
  );
  return fc.sample(samples, Number(process.env["ASYNCAPI_MUTATIONS"] ?? 20));
}

function mutationOf(document: JsonValue): fc.Arbitrary<Mutation> {
  const change = fc.oneof(
    fc.constant({}),
    fc.record({ name: fc.constantFrom("name", "url", "id", "other", "type") }),
    fc.record({
      value: fc.constantFrom<JsonValue>(7, "text", true, null, [], {}, ["a"], { a: 1 }),
    }),
  );
  return fc
    .tuple(fc.constantFrom(...pathsOf(document)), change)
    .map(([path, changed]) => ({ path, ...changed }));
}

const corpus = resolve(import.meta.dirname, "../../../../../shared/corpus");

function publishedSamples(): readonly Sample[] {
  return globSync(["asyncapi/**/*.{yml,yaml}", "more/*/*.{json,yml,yaml}"], { cwd: corpus })
    .sort()
    .map((label) => {
      const source = join(corpus, label);
      return { label, text: readFileSync(source, "utf8"), source };
    })
    .filter(({ text }) => /^\s*["']?asyncapi["']?\s*:/m.test(text.slice(0, 4000)));
}

const groups: readonly (readonly [string, readonly Sample[], least: number])[] = [
  [
    "valid documents",
    versions.map((label) => ({ label, text: JSON.stringify(validAsyncapi(label)) })),
    4,
  ],
  ["documents with one fault", faultSamples(), 120],
  ["documents with a fault at random", randomSamples(), 20],
  ...(existsSync(corpus) ? [["published documents", publishedSamples(), 40] as const] : []),
];

describe("the official AsyncAPI parser agrees with our checks on", () => {
  const errors = new Map<Sample, readonly ParserError[]>();

  beforeAll(async () => {
    // In one process, because the parser takes seconds to get ready.
    const samples = groups.flatMap(([, each]) => each);
    const found = await parserErrors(samples);
    for (const [index, sample] of samples.entries()) errors.set(sample, found[index] ?? []);
  });

  test.each(groups)("%s", async (_, samples, least) => {
    const wrong = await Promise.all(
      samples.map(async (sample) => {
        const { label, text, source } = sample;
        const { diagnostics } = await (source === undefined
          ? loadTexts({ "api.json": text })
          : loadSpecification(source, { root: corpus }));
        return [label, ...differences(errors.get(sample) ?? [], diagnostics)];
      }),
    );
    expect(wrong.filter(({ length }) => length > 1)).toEqual([]);
    expect(samples.length).toBeGreaterThanOrEqual(least);
  });
});

if (!existsSync(corpus)) {
  test.skip(`skipped: there is no folder ${corpus} with published documents`, () => undefined);
}
