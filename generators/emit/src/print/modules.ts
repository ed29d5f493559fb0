// How generated modules import each other. Emitters refer to a module by its file (`./types.ts`). The
// import path that is printed depends on the user's project.

/**
 * The file extension in the imports between generated modules. `ts`: the compiler allows it, or Node strips
 * types. `js`: the compiler expects the names of its output files. `none`: for bundlers. `mts` and `mjs`
 * correspond to `ts` and `js` in a CommonJS package; the generated files then end in `.mts`.
 */
export type ImportExtension = "js" | "ts" | "mjs" | "mts" | "none";

/** Returns the path of the file for a module, such as `types.mts` for `types.ts`. */
export function modulePath(path: string, extension: ImportExtension): string {
  return extension.startsWith("m") ? path.replace(/\.ts$/, ".mts") : path;
}

/** Returns the path with which other modules import a module, such as `./types.js` for `./types.ts`. */
export function importedModule(from: string, extension: ImportExtension): string {
  if (!from.startsWith(".")) return from;
  return from.replace(/\.ts$/, extension === "none" ? "" : `.${extension}`);
}

// The paths of the generated modules. With these constants, an emitter can refer to the output of a
// different emitter without importing its code.

/** The module of each emitter, relative to the output folder. */
export const modules: {
  readonly types: "./types.ts";
  readonly schemas: "./schemas.ts";
  readonly codec: "./codec.ts";
  readonly codecStream: "./codec/stream.ts";
  readonly descriptors: "./descriptors.ts";
  readonly sending: "./sending.ts";
  readonly server: "./server.ts";
  readonly client: "./client.ts";
  readonly webhooks: "./webhooks.ts";
} = {
  types: "./types.ts",
  schemas: "./schemas.ts",
  codec: "./codec.ts",
  codecStream: "./codec/stream.ts",
  descriptors: "./descriptors.ts",
  sending: "./sending.ts",
  server: "./server.ts",
  client: "./client.ts",
  webhooks: "./webhooks.ts",
};

/** The runtime module for generated code. */
export const runtimeModule = "@specwright/runtime/codegen";

/** The runtime module for programs. Generated query options import it too. */
export const valuesModule = "@specwright/runtime";
