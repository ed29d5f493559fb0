// The diagnostics of all parts of the toolchain, for `specwright explain`.

import { contractDiagnostics } from "@specwright/contract";
import { formatDiagnostics } from "@specwright/diff";
import { clientDiagnostics } from "@specwright/emit-client";
import { diagnostics as codecDiagnostics } from "@specwright/emit-codec";
import { descriptorDiagnostics } from "@specwright/emit-descriptors";
import { emitDiagnostics } from "@specwright/emit-kit";
import { typesDiagnostics } from "@specwright/emit-types";
import { diagnostics as zodDiagnostics } from "@specwright/emit-zod";
import { samplerDiagnostics } from "@specwright/sampler";
import { type DiagnosticRule, diagnostics as loaderDiagnostics } from "@specwright/spec-loader";
import { valueDiagnostics } from "./lint/value-diagnostics.ts";

/** Maps each code to its rule. Codes are unique over all packages, which a test verifies. */
export const diagnosticTable: Readonly<Record<string, DiagnosticRule>> = {
  ...loaderDiagnostics,
  ...contractDiagnostics,
  ...emitDiagnostics,
  ...typesDiagnostics,
  ...zodDiagnostics,
  ...codecDiagnostics,
  ...descriptorDiagnostics,
  ...clientDiagnostics,
  ...formatDiagnostics,
  ...samplerDiagnostics,
  ...valueDiagnostics,
};
