// Emits zod schemas from a contract, and a report of what they do not enforce.

export { diagnostics, type ZodDiagnosticCode } from "./diagnostics.ts";
export { type ZodEmitterOptions, zodEmitter } from "./emitter.ts";
export type { ZodTarget } from "./printer.ts";
