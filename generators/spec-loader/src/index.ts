export { bundleSpecification } from "./bundle/bundle-specification.ts";
export { pathItemMethods } from "./checks/openapi-operations.ts";
export {
  type Diagnostic,
  type DiagnosticRule,
  type DiagnosticTable,
  defineDiagnostics,
  type Position,
  type Severity,
  type Source,
} from "./diagnostics/diagnostic.ts";
export { diagnostics } from "./diagnostics/diagnostics.ts";
export { formatDiagnostic } from "./diagnostics/format-diagnostic.ts";
export { withLenientAdvice, withoutLenientAdvice } from "./diagnostics/lenient-advice.ts";
export { extensionSchemas } from "./extensions/index.ts";
export { canonicalJson, sortedKeys } from "./json/canonical-json.ts";
export { compareCodePoints, compareCodePoints as compareText } from "./json/code-point.ts";
export { joinPointer, pointerTokens } from "./json/json-pointer.ts";
export {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "./json/json-value.ts";
export { lintSpecification } from "./lint-specification.ts";
export type { LoadOptions } from "./load-options.ts";
export { type LoadInput, type LoadResult, loadSpecification } from "./load-specification.ts";
export { loadOptionalPackage } from "./optional-package.ts";
export { nearestName } from "./references/nearest-name.ts";
export type { SpecFile, Specification } from "./specification.ts";
