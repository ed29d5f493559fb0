// The emitter of codecs.

export type { CodecDiagnosticCode } from "./diagnostics.ts";
export { diagnostics } from "./diagnostics.ts";
export { type CodecEmitterOptions, codecEmitter } from "./emitter.ts";
export type { Direction } from "./printer.ts";
