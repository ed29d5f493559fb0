import { buildContract } from "@specwright/contract";
import { type Diagnostic, type LoadResult, lintSpecification } from "@specwright/spec-loader";

/** Returns what `specwright lint` reports of a document that was loaded. */
export function lintDiagnostics({ specification, diagnostics }: LoadResult): readonly Diagnostic[] {
  if (specification === undefined) return diagnostics;
  const { diagnostics: built } = buildContract(specification);
  return [...diagnostics, ...built, ...lintSpecification(specification)];
}
