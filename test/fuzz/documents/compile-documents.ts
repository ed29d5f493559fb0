// Generates code for documents with every emitter, and compiles all of it in one program.

import { stringifyJson } from "@specwright/runtime";
import { compileFolder, scratchFolder, writeInto } from "../../golden/compile-typescript.ts";
import { type GenerateOptions, generateDocument } from "../../golden/generate-document.ts";
import { seededRandom } from "../generate/random.ts";
import type { Json } from "./random-odd-schemas.ts";

/** A document, and the seed of its options. */
export interface GeneratedCase {
  readonly seed: number;
  readonly document: Json;
  /** A file to compile with the generated ones. */
  readonly program?: string;
}

/** The result for a document: compiled, refused with codes, or faulty. */
export interface Outcome {
  readonly refused: readonly string[];
  readonly faults: readonly string[];
}

/** Flags in addition to the repository's own. */
const strictFlags = {
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: true,
  lib: ["ESNext", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
};

const emitters = ["types", "zod", "server", "client", "tanstack-query"];

function optionsOf(seed: number): GenerateOptions {
  const random = seededRandom(seed);
  return {
    emit: emitters,
    paths: true,
    zodTarget: random.chance(25) ? "zod/mini" : "zod",
    enumObjects: random.chance(25),
    int64: random.pick(["bigint", "bigint", "number", "string"]),
    dates: random.pick(["string", "string", "Date", "Temporal"]),
    decimals: random.pick(["string", "Decimal"]),
    defaults: random.pick(["ignore", "apply"]),
  };
}

/** Generates and compiles documents; the outcomes are in the order of the documents. */
export async function compileDocuments(
  name: string,
  cases: readonly GeneratedCase[],
): Promise<readonly Outcome[]> {
  const folder = await scratchFolder(name);
  const outcomes: { refused: string[]; faults: string[] }[] = [];
  for (const [index, { seed, document, program }] of cases.entries()) {
    const outcome = { refused: [] as string[], faults: [] as string[] };
    outcomes.push(outcome);
    const input = { file: "/specs/api.json", text: stringifyJson(document) };
    try {
      const { files, diagnostics } = await generateDocument(input, {
        ...optionsOf(seed),
        load: { root: "/specs" },
        stream: Object.hasOwn(Object(document), "asyncapi"),
      });
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      outcome.refused.push(...new Set(errors.map(({ code }) => code)));
      const broken = errors.find(({ code }) => code === "EMIT_FAILED");
      if (broken !== undefined) outcome.faults.push(`EMIT_FAILED ${broken.message}`);
      for (const { path, content } of files) {
        if (path.endsWith(".ts")) await writeInto(folder, `${index}/${path}`, content);
      }
      if (program !== undefined) await writeInto(folder, `${index}/program.ts`, program);
    } catch (error) {
      outcome.faults.push(error instanceof Error ? String(error.stack) : String(error));
    }
  }
  for (const line of await compileFolder(folder, strictFlags, Number.POSITIVE_INFINITY)) {
    const [, index] = /^(\d+)\//.exec(line) ?? [];
    const outcome = outcomes[Number(index)];
    // Any other error belongs to the whole program.
    if (outcome === undefined && !/^(?:\.\.| )/.test(line)) throw new Error(line);
    outcome?.faults.push(line.slice(`${index}/`.length));
  }
  return outcomes;
}
