export { type ClientCode, clientDiagnostics } from "./client-diagnostics.ts";
export { type ClientOptions, clientEmitter } from "./emit.ts";
export type { Grouping } from "./group-methods.ts";
