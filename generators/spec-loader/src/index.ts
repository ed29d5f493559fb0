export { bundleSpecification } from "./bundle/bundle-specification.ts";
export { printFile, printText } from "./bundle/print-file.ts";
export { pathItemMethods } from "./checks/check-paths.ts";
export {
  type ConvertedText,
  convertSpecification,
} from "./convert/convert-specification.ts";
export {
  type Diagnostic,
  type DiagnosticRule,
  type DiagnosticTable,
  defineDiagnostics,
  formatDiagnostic,
  type Position,
  type Severity,
  type Source,
} from "./diagnostics/diagnostic.ts";
export { diagnostics } from "./diagnostics/diagnostics.ts";
export { withLenientAdvice, withoutLenientAdvice } from "./diagnostics/problem.ts";
export { extensionSchemas } from "./extensions/index.ts";
export { joinPointer, nearestName, pointerTokens } from "./json/json-pointer.ts";
export {
  canonicalJson,
  compareCodePoints,
  compareCodePoints as compareText,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
  sortedKeys,
} from "./json/json-value.ts";
export { lintSpecification } from "./lint-specification.ts";
export type { LoadInput, LoadOptions, OperationFacts } from "./load-options.ts";
export { type LoadResult, loadSpecification } from "./load-specification.ts";
export { loadOptionalPackage } from "./optional-package.ts";
export { compareOverlay } from "./overlay/compare-overlay.ts";
export { readPattern } from "./patterns/ecma-pattern.ts";
export type { SpecFile, Specification } from "./specification.ts";
