import type { DiagnosticTable } from "@specwright/spec-loader";
import { type AsyncApiCode, asyncApiDiagnostics } from "./asyncapi-diagnostics.ts";
import { type DocumentCode, documentDiagnostics } from "./document-diagnostics.ts";
import { type OpenApiCode, openApiDiagnostics } from "./openapi-diagnostics.ts";
import { type SchemaCode, schemaDiagnostics } from "./schema-diagnostics.ts";

/** The codes of all problems that building a contract may report. */
export type ContractCode = DocumentCode | SchemaCode | OpenApiCode | AsyncApiCode;

/** Declares every problem that building a contract may report. */
export const contractDiagnostics: DiagnosticTable<ContractCode> = {
  ...documentDiagnostics,
  ...schemaDiagnostics,
  ...openApiDiagnostics,
  ...asyncApiDiagnostics,
};
