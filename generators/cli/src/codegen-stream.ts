// The imports of generated codecs of streams, as `codegen.ts`.

export * from "@specwright/runtime/codegen/stream";
