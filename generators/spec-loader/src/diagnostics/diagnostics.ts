// The diagnostics of the loader and the linter.

import { type AsyncapiCode, asyncapiDiagnostics } from "./asyncapi.ts";
import { type ConvertCode, convertDiagnostics } from "./convert.ts";
import type { DiagnosticTable } from "./diagnostic.ts";
import { type DocumentCode, documentDiagnostics } from "./document.ts";
import { type FileCode, fileDiagnostics } from "./file.ts";
import { type LintCode, lintDiagnostics } from "./lint.ts";
import { type OpenapiCode, openapiDiagnostics } from "./openapi.ts";
import { type OverlayCode, overlayDiagnostics } from "./overlay.ts";
import { type ReferenceCode, referenceDiagnostics } from "./reference.ts";
import { type SyntaxCode, syntaxDiagnostics } from "./syntax.ts";

/** The codes of all problems that this package reports. */
export type DiagnosticCode =
  | SyntaxCode
  | FileCode
  | ReferenceCode
  | DocumentCode
  | OpenapiCode
  | OverlayCode
  | ConvertCode
  | AsyncapiCode
  | LintCode;

/** Maps every code of this package to its severity, its fix and its page. */
export const diagnostics: DiagnosticTable<DiagnosticCode> = {
  ...syntaxDiagnostics,
  ...fileDiagnostics,
  ...referenceDiagnostics,
  ...documentDiagnostics,
  ...openapiDiagnostics,
  ...overlayDiagnostics,
  ...convertDiagnostics,
  ...asyncapiDiagnostics,
  ...lintDiagnostics,
};
