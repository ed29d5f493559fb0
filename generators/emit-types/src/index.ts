// The emitter of TypeScript types.

export { typesDiagnostics } from "./diagnostics.ts";
export type { TypesOptions } from "./types-emitter.ts";
export { typesEmitter } from "./types-emitter.ts";
