// Random schemas through the whole chain: loader, contract, emitter, generated module.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { buildContract, type Contract } from "@specwright/contract";
import { codecEmitter, typesEmitter } from "@specwright/emit";
import { emit } from "@specwright/emit/print";
import { stringifyJson } from "@specwright/runtime";
import { type Diagnostic, loadSpecification } from "@specwright/spec-loader";
import { seededRandom } from "../generate/random.ts";
import { randomDocument } from "../generate/random-schemas.ts";
import { parseExactly, schemaDocuments } from "../reference/schema-documents.ts";
import { generatedTargets } from "./generated-targets.ts";
import type { Target } from "./target.ts";

/** A folder for generated modules, outside every package; `[Symbol.dispose]` removes it. */
export interface Scratch extends Disposable {
  readonly url: URL;
}

/** Creates an empty folder beside these files, where generated code can resolve its imports. */
export function scratchFolder(name: string): Scratch {
  const url = new URL(`../../../.tmp/fuzz-${name}/`, import.meta.url);
  rmSync(url, { recursive: true, force: true });
  mkdirSync(url, { recursive: true });
  return { url, [Symbol.dispose]: () => rmSync(url, { recursive: true, force: true }) };
}

/**
 * Generates `count` schemas from a seed and their codecs.
 *
 * @throws Error if the codecs do not compile.
 */
export async function randomTargets(
  folder: Scratch,
  seed: number,
  count: number,
): Promise<readonly Target[]> {
  const { document } = randomDocument(seededRandom(seed), count);
  return documentTargets(folder, `${seed}`, document);
}

/**
 * Generates the codecs of a document into a new folder.
 * @throws RefusedDocument if the document has errors; Error if the codecs do not compile.
 */
export async function documentTargets(
  folder: Scratch,
  name: string,
  document: object,
): Promise<readonly Target[]> {
  const text = stringifyJson(document);
  const files = await emitted(text);
  const base = new URL(`${name}/`, folder.url);
  mkdirSync(new URL("codec/", base), { recursive: true });
  for (const { path, content } of files) writeFileSync(new URL(path, base), content);
  const load = (path: string): Promise<Readonly<Record<string, unknown>>> =>
    import(/* @vite-ignore */ new URL(path, base).href);
  const codecs = {
    types: files.find(({ path }) => path === "types.ts")?.content ?? "",
    compact: await load("codec.ts"),
    stream: files.some(({ path }) => path === "codec/stream.ts")
      ? await load("codec/stream.ts")
      : {},
  };
  const documents = schemaDocuments({ "random.json": parseExactly(text) });
  return generatedTargets(codecs, documents, "random.json");
}

async function emitted(
  text: string,
): Promise<readonly { readonly path: string; readonly content: string }[]> {
  const contract = await acceptedContract(text);
  return (await emit(contract, [typesEmitter(), codecEmitter({ stream: true })])).files;
}

/** Thrown for a document with errors; `code` belongs to the first error. */
export class RefusedDocument extends Error {
  readonly code: string;

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ code, message }) => `${code}: ${message}`).join("\n"));
    this.code = diagnostics.find(({ severity }) => severity === "error")?.code ?? "none";
  }
}

/**
 * Builds the contract of a document.
 *
 * @throws RefusedDocument if it has errors.
 */
export async function acceptedContract(text: string): Promise<Contract> {
  const { specification, diagnostics } = await loadSpecification(
    { file: "/specs/random.json", text },
    { root: "/specs", validate: false },
  );
  if (specification === undefined) throw new RefusedDocument(diagnostics);
  const built = buildContract(specification);
  if (built.contract === undefined) throw new RefusedDocument(built.diagnostics);
  return built.contract;
}
