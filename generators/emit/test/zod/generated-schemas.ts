// Runs documents through loader, contract and emitter, and the output through the module loader.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildContract, type Relaxation } from "@specwright/contract";
import { zodEmitter } from "@specwright/emit";
import { type EmittedFile, type Emitter, emit } from "@specwright/emit/print";
import { type Diagnostic, type LoadOptions, loadSpecification } from "@specwright/spec-loader";
import type { ZodEmitterOptions } from "../../src/zod/emit.ts";

/** The used part of a generated schema. */
export interface GeneratedSchema {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly data?: unknown;
    readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] };
  };
}

export interface Generated {
  readonly files: readonly EmittedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Generates from the text of an OpenAPI document. Throws when it has errors. */
export async function generate(
  text: string,
  { relaxation = {}, ...options }: ZodEmitterOptions & { readonly relaxation?: Relaxation } = {},
  load: LoadOptions = {},
): Promise<Generated> {
  const input = { file: "/specs/openapi.json", text };
  const loaded = await loadSpecification(input, { root: "/specs", validate: false, ...load });
  if (loaded.specification === undefined) throw new Error(messages(loaded.diagnostics));
  const built = buildContract(loaded.specification, { relaxation });
  if (built.contract === undefined) throw new Error(messages(built.diagnostics));
  const types: Emitter = { name: "types", emit: () => {} };
  return emit(built.contract, [types, zodEmitter(options)]);
}

/** Wraps schemas as the components of an OpenAPI 3.1 document. */
export function documentOf(schemas: Readonly<Record<string, unknown>>, head: object = {}): string {
  const info = { title: "Test", version: "1" };
  return JSON.stringify({ openapi: "3.1.0", ...head, info, paths: {}, components: { schemas } });
}

/** Returns the text of one emitted file, or an empty string. */
export function fileText({ files }: Generated, path: string): string {
  return files.find((file) => file.path === path)?.content ?? "";
}

/** A folder for generated modules; its name keeps test files apart. */
export interface Scratch {
  write(name: string, text: string): string;
  load(name: string, text: string): Promise<Readonly<Record<string, GeneratedSchema>>>;
  readonly path: string;
}

/** Creates an empty folder beside the tests, where generated code can resolve its imports. */
export function scratch(name: string): Scratch {
  const path = fileURLToPath(new URL(`../../.tmp/${name}/`, import.meta.url));
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  const write = (file: string, text: string): string => {
    writeFileSync(path + file, text);
    return path + file;
  };
  return {
    path,
    write,
    load: async (file, text) => import(/* @vite-ignore */ pathToFileURL(write(file, text)).href),
  };
}

function messages(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ code, message }) => `${code}: ${message}`).join("\n");
}
