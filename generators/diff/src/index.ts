export {
  type Affected,
  type Change,
  type ChangeClass,
  type ChangedTexts,
  changeClasses,
  compareClasses,
  type Direction,
  type Subject,
  type Surface,
} from "./changes/change.ts";
export { documentAdded, documentRemoved } from "./changes/document-changes.ts";
export { pathWords } from "./changes/path-words.ts";
export { compareContracts } from "./compare-contracts.ts";
export type { BasePath, ComparisonOptions } from "./comparison-options.ts";
export { type FormatDiagnosticCode, formatDiagnostics } from "./documents/format-diagnostics.ts";
export { operationName, webhookName } from "./openapi/match-operations.ts";
export { movedPrefix } from "./openapi/moved-path.ts";
export { type Bump, bumpOf, bumps, isLowerVersion, largestBump } from "./report/bump.ts";
export {
  type ChangeCounts,
  countChanges,
  countsText,
} from "./report/describe-change.ts";
export { codeSpan, escapeMarkdown, markdownSentence } from "./report/escape-markdown.ts";
export { firstVersion } from "./report/first-version.ts";
export { formatChanges, formatComparisons } from "./report/format-changes.ts";
export { jsonText } from "./report/json-text.ts";
export { oneLine } from "./report/one-line.ts";
export {
  type Acceptance,
  type ComparedDocuments,
  classTitles,
  type ReportedDocument,
  type ReportFormat,
  reportFormats,
} from "./report/report.ts";
export { plainSentence, sentenceParts } from "./report/sentence-parts.ts";
export { documentsBump, isVersionTooLow } from "./report/suggest-version.ts";
export type { RuleArea } from "./rules/rule.ts";
export { type RuleId, rules } from "./rules/rules.ts";
export { applySeverities, type SeverityRule } from "./severities/apply-severities.ts";
