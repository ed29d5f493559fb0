// Exports the runtime functions that generated stream codecs import. See `codegen.ts`.

export * from "@specwright/runtime/codegen/stream";
