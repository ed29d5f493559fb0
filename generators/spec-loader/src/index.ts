export { canonicalJson, sortedKeys } from "./canonical-json.ts";
export { compareCodePoints } from "./code-point.ts";
export {
  type Diagnostic,
  type DiagnosticRule,
  type DiagnosticTable,
  defineDiagnostics,
  type Position,
  type Severity,
  type Source,
} from "./diagnostic.ts";
export { type DiagnosticCode, diagnostics } from "./diagnostics.ts";
export { formatDiagnostic } from "./format-diagnostic.ts";
export { joinPointer, pointerTokens } from "./json-pointer.ts";
export {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "./json-value.ts";
export { lintSpecification } from "./lint-specification.ts";
export type { FetchFile, LoadLimits, LoadOptions } from "./load-options.ts";
export { type LoadInput, type LoadResult, loadSpecification } from "./load-specification.ts";
export type { Resolution, SpecFile, Specification } from "./specification.ts";
