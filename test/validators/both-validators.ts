// The codec and the zod schema of one document, generated and loaded.

import { mkdirSync, writeFileSync } from "node:fs";
import { buildContract } from "@specwright/contract";
import { type CodecEmitterOptions, codecEmitter, typesEmitter, zodEmitter } from "@specwright/emit";
import { type EmitOptions, emit } from "@specwright/emit/print";
import { CodecError, parseJson } from "@specwright/runtime";
import type { ValidatingCodec } from "@specwright/runtime/codegen";
import type { SafeParser } from "@specwright/runtime/testing";
import { loadSpecification } from "@specwright/spec-loader";

/** The verdict of a validator on a text. */
export type Verdict =
  | { readonly accepted: true; readonly value: unknown }
  | { readonly accepted: false; readonly issues: readonly FoundIssue[] };

/** An issue of a validator, without the codes of zod's own issues. */
export interface FoundIssue {
  readonly pointer: string;
  readonly code?: string;
}

/** The two validators of each schema of a document. */
export interface BothValidators {
  /** The text of `types.ts`. */
  readonly types: string;
  readonly codecs: Readonly<Record<string, unknown>>;
  byCodec(name: string, text: string): Verdict;
  byZod(name: string, text: string): Verdict;
}

/** The options of both emitters. */
export type SharedOptions = Pick<CodecEmitterOptions, "formats" | "direction"> &
  Pick<EmitOptions, "int64">;

/**
 * Generates the validators of a document into a folder and loads them.
 *
 * @throws Error if the document cannot be read.
 */
export async function bothValidators(
  folder: URL,
  text: string,
  { int64, ...options }: SharedOptions = {},
): Promise<BothValidators> {
  const { specification } = await loadSpecification(
    { file: "/specs/openapi.json", text },
    { root: "/specs", validate: false },
  );
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) throw new Error("the document cannot be read");
  // Running the modules erases the types.
  const emitters = [typesEmitter(), codecEmitter(options), zodEmitter(options)];
  const { files } = await emit(contract, emitters, int64 === undefined ? {} : { int64 });
  mkdirSync(folder, { recursive: true });
  for (const { path, content } of files) writeFileSync(new URL(path, folder), content);
  const load = (path: string): Promise<Readonly<Record<string, unknown>>> =>
    import(/* @vite-ignore */ new URL(path, folder).href);
  const codecs = await load("codec.ts");
  const schemas = await load("schemas.ts");
  return {
    types: files.find(({ path }) => path === "types.ts")?.content ?? "",
    codecs,
    byCodec: (name, json) => byCodec(codecs[`${name}Codec`] as ValidatingCodec<unknown>, json),
    byZod: (name, json) => byZod(schemas[`${name}Schema`] as SafeParser<unknown>, json),
  };
}

function byCodec(codec: ValidatingCodec<unknown>, text: string): Verdict {
  try {
    return { accepted: true, value: codec.decode(text) };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const issues = error.issues.map(({ pointer, code }) => ({ pointer, code }));
    return { accepted: false, issues };
  }
}

/** An issue of zod: `keys` are unknown members, `params` belong to our rules. */
interface ZodIssue {
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
  readonly params?: { readonly code: string };
}

function byZod(schema: SafeParser<unknown>, text: string): Verdict {
  const result = schema.safeParse(parseJson(text));
  if (result.success) return { accepted: true, value: result.data };
  const issues = result.error.issues.map((issue: ZodIssue): FoundIssue => {
    const keys = issue.keys?.slice(0, 1) ?? [];
    const steps = [...issue.path, ...keys].map(
      (step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    );
    const code = issue.params?.code;
    return { pointer: steps.join(""), ...(code !== undefined && { code }) };
  });
  return { accepted: false, issues };
}
