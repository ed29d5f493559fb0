import { contractDiagnostics } from "@specwright/contract";
import { formatDiagnostics } from "@specwright/diff";
import { clientDiagnostics } from "@specwright/emit-client";
import { diagnostics as codecDiagnostics } from "@specwright/emit-codec";
import { descriptorDiagnostics } from "@specwright/emit-descriptors";
import { emitDiagnostics } from "@specwright/emit-kit";
import { typesDiagnostics } from "@specwright/emit-types";
import { diagnostics as zodDiagnostics } from "@specwright/emit-zod";
import { samplerDiagnostics } from "@specwright/sampler";
import { diagnostics as loaderDiagnostics } from "@specwright/spec-loader";
import { valueDiagnostics } from "../src/lint/value-diagnostics.ts";

/** The tables one by one; the command merges them. */
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
  valueDiagnostics,
];
