export { descriptorDiagnostics } from "./diagnostics.ts";
export { descriptorsEmitter } from "./emit.ts";
