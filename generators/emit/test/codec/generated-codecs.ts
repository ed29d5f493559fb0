// Runs schemas through loader, contract and the codec emitter, and loads the generated modules.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { buildContract, type ValueTypes } from "@specwright/contract";
import { codecEmitter } from "@specwright/emit";
import { type Emitter, emit } from "@specwright/emit/print";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { CodecError } from "@specwright/runtime";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import type { StreamCodec, ValidatingCodec } from "@specwright/runtime/codegen";
import { loadSpecification } from "@specwright/spec-loader";

/** Both codecs of one schema. */
export interface Codecs {
  readonly compact: ValidatingCodec<unknown>;
  readonly stream: StreamCodec<unknown>;
}

/** Generates the codecs of schemas, each as the body of an operation. Throws if one has errors. */
export async function generateCodecs(
  folder: string,
  schemas: Readonly<Record<string, unknown>>,
  types: ValueTypes = {},
): Promise<{ readonly codecs: (name: string) => Codecs; readonly text: string }> {
  const files = await emitted(schemas, types);
  const url = new URL(`../../.tmp/${folder}/`, import.meta.url);
  rmSync(url, { recursive: true, force: true });
  mkdirSync(new URL("codec/", url), { recursive: true });
  for (const { path, content } of files) writeFileSync(new URL(path, url), content);
  const load = (path: string): Promise<Readonly<Record<string, unknown>>> =>
    import(/* @vite-ignore */ new URL(path, url).href);
  const compact = await load("codec.ts");
  const stream = await load("codec/stream.ts");
  return {
    text: files.find(({ path }) => path === "codec/stream.ts")?.content ?? "",
    codecs: (name) => ({
      compact: compact[`${name}Codec`] as ValidatingCodec<unknown>,
      stream: stream[`${name}StreamCodec`] as StreamCodec<unknown>,
    }),
  };
}

async function emitted(
  schemas: Readonly<Record<string, unknown>>,
  valueTypes: ValueTypes,
): Promise<readonly { readonly path: string; readonly content: string }[]> {
  const paths = Object.keys(schemas).map((name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const body = { required: true, content: { "application/json": { schema } } };
    const post = { operationId: `post${name}`, requestBody: body, responses: {} };
    return [`/${name}`, { post }] as const;
  });
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas },
  });
  const loaded = await loadSpecification(
    { file: "/specs/openapi.json", text },
    { root: "/specs", validate: false },
  );
  const built = loaded.specification && buildContract(loaded.specification);
  if (built?.contract === undefined) {
    const found = [...loaded.diagnostics, ...(built?.diagnostics ?? [])];
    throw new Error(found.map(({ code, message }) => `${code}: ${message}`).join("\n"));
  }
  // Running the modules erases the types.
  const types: Emitter = { name: "types", emit: () => {} };
  return (await emit(built.contract, [types, codecEmitter({ stream: true })], valueTypes)).files;
}

/** Returns the `CodecError` that a function throws, or undefined if it returns. */
export function codecErrorOf(run: () => unknown): CodecError | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof CodecError) return error;
    throw error;
  }
  return undefined;
}
