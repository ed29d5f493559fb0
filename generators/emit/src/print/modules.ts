// Where generated code lives, so that emitters can refer to each other's output without importing
// each other.

/** The module that each emitter writes, relative to the output folder. */
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

/** The module of the runtime that programs import too, and that generated query options share. */
export const valuesModule = "@specwright/runtime";
