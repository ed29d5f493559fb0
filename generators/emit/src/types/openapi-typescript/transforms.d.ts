// Declares the modules of openapi-typescript 7 that print a document. The package has no declarations for
// them, and the declarations of its entry point need packages that are not installed.

declare module "openapi-typescript/dist/transform/index.js" {
  import type { JsonValue } from "@specwright/spec-loader";

  /** Creates the statements of a document, as nodes of the TypeScript compiler. */
  // biome-ignore lint/style/noDefaultExport: openapi-typescript has this one.
  export default function transformSchema(document: JsonValue, context: object): readonly object[];
}

declare module "openapi-typescript/dist/lib/utils.js" {
  import type { JsonValue } from "@specwright/spec-loader";

  export function resolveRef(document: JsonValue, ref: string, options: object): unknown;
  export function scanDiscriminators(document: JsonValue, options: object): object;
}

declare module "openapi-typescript/dist/lib/ts.js" {
  export function astToString(nodes: readonly object[]): string;
}
