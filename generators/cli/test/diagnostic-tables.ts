import { contractDiagnostics } from "@specwright/contract";
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
import { diagnostics as loaderDiagnostics } from "@specwright/spec-loader";
import { valueDiagnostics } from "../src/lint/value-diagnostics.ts";

/** The separate tables; the command merges them. */
export const diagnosticTables: readonly object[] = [
  loaderDiagnostics,
  contractDiagnostics,
  emitDiagnostics,
  typesDiagnostics,
  zodDiagnostics,
  codecDiagnostics,
  descriptorDiagnostics,
  clientDiagnostics,
  formatDiagnostics,
  samplerDiagnostics,
  faultDiagnostics,
  valueDiagnostics,
];
