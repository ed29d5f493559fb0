export { clientDiagnostics } from "./client/client-diagnostics.ts";
export { clientEmitter } from "./client/emit.ts";
export { codecDiagnostics } from "./codec/diagnostics.ts";
export { type CodecEmitterOptions, codecEmitter } from "./codec/emit.ts";
export { descriptorDiagnostics } from "./descriptors/diagnostics.ts";
export { descriptorsEmitter } from "./descriptors/emit.ts";
export { docsEmitter } from "./docs/emit.ts";
export { type MswOptions, mswEmitter } from "./msw/emit.ts";
export { serverEmitter } from "./server/emit.ts";
export {
  type TanstackQueryOptions,
  type TanstackQueryPackage,
  tanstackQueryEmitter,
} from "./tanstack-query/emit.ts";
export { typesDiagnostics } from "./types/diagnostics.ts";
export { typesEmitter } from "./types/emit.ts";
export { zodDiagnostics } from "./zod/diagnostics.ts";
export { zodEmitter } from "./zod/emit.ts";
