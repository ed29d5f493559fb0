// How the modules of an output refer to each other. Emitters name a module by its file
// (`./types.ts`); the printed path depends on the user's project.

/**
 * The extension with which generated modules import each other: `ts` if the compiler allows it or
 * Node strips types, `js` if the compiler expects the names of its output, `none` for bundlers.
 * `mts` and `mjs` are the same for a CommonJS package; the files then end in `.mts`.
 */
export type ImportExtension = "js" | "ts" | "mjs" | "mts" | "none";

/** Returns the path of the file of a module, such as `types.mts` for `types.ts`. */
export function modulePath(path: string, extension: ImportExtension): string {
  return extension.startsWith("m") ? path.replace(/\.ts$/, ".mts") : path;
}

/** Returns the import path of a relative module, such as `./types.js` for `./types.ts`. */
export function importedModule(from: string, extension: ImportExtension): string {
  if (!from.startsWith(".")) return from;
  return from.replace(/\.ts$/, extension === "none" ? "" : `.${extension}`);
}

// The paths of generated modules, so that emitters can refer to each other's output without
// importing each other.

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

/** The module of the runtime that generated code imports. */
export const runtimeModule = "@specwright/runtime/codegen";

/** The module of the runtime for programs. Generated query options use it too. */
export const valuesModule = "@specwright/runtime";
