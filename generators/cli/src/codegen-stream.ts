// The imports of generated stream codecs, like `codegen.ts`.

export * from "@specwright/runtime/codegen/stream";
