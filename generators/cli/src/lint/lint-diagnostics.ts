import { buildContract } from "@specwright/contract";
import { type Diagnostic, type LoadResult, lintSpecification } from "@specwright/spec-loader";
import { lintValues } from "./lint-values.ts";

/** Returns what `specwright lint` reports of a document that was loaded. */
export function lintDiagnostics({ specification, diagnostics }: LoadResult): readonly Diagnostic[] {
  if (specification === undefined) return diagnostics;
  const { contract, diagnostics: built } = buildContract(specification);
  const values = contract === undefined ? [] : lintValues(contract);
  return [...diagnostics, ...built, ...lintSpecification(specification), ...values];
}
