// The emitter of codecs.

export type { Direction } from "@specwright/print-rules";
export type { CodecDiagnosticCode } from "./diagnostics.ts";
export { diagnostics } from "./diagnostics.ts";
export { type CodecEmitterOptions, codecEmitter } from "./emitter.ts";
