import { buildContract } from "@specwright/contract";
import { typesEmitter } from "@specwright/emit";
import { type EmitOptions, emit } from "@specwright/emit/print";
import { type Diagnostic, loadSpecification } from "@specwright/spec-loader";
import type { TypesOptions } from "../../src/types/emit.ts";

/** The output of the emitter by path, without headers. */
export interface Types {
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Emits the types of a document given as text. */
export async function typesOf(
  text: string,
  options: TypesOptions & EmitOptions & { readonly validate?: boolean } = {},
): Promise<Types> {
  const { specification, diagnostics } = await loadSpecification(
    { file: "shop.yaml", text },
    { validate: options.validate ?? true },
  );
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics));
  const built = buildContract(specification);
  if (built.contract === undefined) throw new Error(JSON.stringify(built.diagnostics));
  const result = await emit(built.contract, [typesEmitter(options)], {
    ...options,
    specification,
  });
  return {
    files: new Map(
      result.files.map(({ path, content }) => [path, content.slice(content.indexOf("\n") + 2)]),
    ),
    diagnostics: result.diagnostics,
  };
}

/** Creates an OpenAPI document of schemas, given as the lines of `components.schemas`. */
export function schemaDocument(schemas: string, version = "3.1.0"): string {
  const lines = schemas.replace(/^/gm, "    ");
  return `openapi: ${version}\ninfo: { title: Shop, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n${lines}\n`;
}

/** Creates an OpenAPI document of paths, with a schema `Item` and a schema `Problem`. */
export function pathsDocument(paths: string, rest = ""): string {
  const lines = paths.replace(/^/gm, "  ");
  const schemas =
    "components:\n  schemas:\n    Item: { type: object, properties: { id: { type: string } } }\n    Problem: { type: object, properties: { code: { type: string } } }\n";
  return `openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\npaths:\n${lines}\n${schemas}${rest}`;
}
