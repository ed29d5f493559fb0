// The table of everything the loader and the linter report.

import type { DiagnosticTable } from "./diagnostic.ts";
import { type AsyncapiCode, asyncapiDiagnostics } from "./diagnostics/asyncapi.ts";
import { type DocumentCode, documentDiagnostics } from "./diagnostics/document.ts";
import { type FileCode, fileDiagnostics } from "./diagnostics/file.ts";
import { type LintCode, lintDiagnostics } from "./diagnostics/lint.ts";
import { type OpenapiCode, openapiDiagnostics } from "./diagnostics/openapi.ts";
import { type ReferenceCode, referenceDiagnostics } from "./diagnostics/reference.ts";
import { type SyntaxCode, syntaxDiagnostics } from "./diagnostics/syntax.ts";

/** Names every problem that this package reports. */
export type DiagnosticCode =
  | SyntaxCode
  | FileCode
  | ReferenceCode
  | DocumentCode
  | OpenapiCode
  | AsyncapiCode
  | LintCode;

/** Maps every code of this package to its weight, its fix and its page. */
export const diagnostics: DiagnosticTable<DiagnosticCode> = {
  ...syntaxDiagnostics,
  ...fileDiagnostics,
  ...referenceDiagnostics,
  ...documentDiagnostics,
  ...openapiDiagnostics,
  ...asyncapiDiagnostics,
  ...lintDiagnostics,
};
