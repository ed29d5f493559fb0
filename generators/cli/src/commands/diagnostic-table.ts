// The diagnostics of all packages, for `specwright explain`.

import { choiceDiagnostics, contractDiagnostics } from "@specwright/contract";
import { formatDiagnostics } from "@specwright/diff";
import {
  clientDiagnostics,
  codecDiagnostics,
  descriptorDiagnostics,
  typesDiagnostics,
  zodDiagnostics,
} from "@specwright/emit";
import { emitDiagnostics } from "@specwright/emit/print";
import { faultDiagnostics, samplerDiagnostics } from "@specwright/schemas";
import { type DiagnosticRule, diagnostics as loaderDiagnostics } from "@specwright/spec-loader";
import { valueDiagnostics } from "../lint/value-diagnostics.ts";

/** Maps each code to its rule. A test verifies that no two packages use the same code. */
export const diagnosticTable: Readonly<Record<string, DiagnosticRule>> = {
  ...loaderDiagnostics,
  ...contractDiagnostics,
  ...choiceDiagnostics,
  ...emitDiagnostics,
  ...typesDiagnostics,
  ...zodDiagnostics,
  ...codecDiagnostics,
  ...descriptorDiagnostics,
  ...clientDiagnostics,
  ...formatDiagnostics,
  ...samplerDiagnostics,
  ...faultDiagnostics,
  ...valueDiagnostics,
};
