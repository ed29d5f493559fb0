// What generated codecs of streams import, as `codegen.ts`.

export * from "@specwright/runtime/codegen/stream";
