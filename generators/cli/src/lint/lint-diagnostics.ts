import { buildContract, type Contract, type Relaxation } from "@specwright/contract";
import { type Diagnostic, type LoadResult, lintSpecification } from "@specwright/spec-loader";
import { carriedValues } from "./carried-values.ts";

/** Returns the diagnostics of `specwright lint` for a loaded document. */
export async function lintDiagnostics(
  { specification, diagnostics }: LoadResult,
  relaxation: Relaxation = {},
): Promise<readonly Diagnostic[]> {
  if (specification === undefined) return diagnostics;
  const { contract, diagnostics: built } = buildContract(specification, { relaxation });
  const values = contract === undefined ? [] : await valueDiagnosticsOf(contract);
  return [...diagnostics, ...built, ...lintSpecification(specification), ...values];
}

async function valueDiagnosticsOf(contract: Contract): Promise<readonly Diagnostic[]> {
  // Import these modules only here, because they are slow to load.
  const [{ lintValues }, { findFaults }] = await Promise.all([
    import("./lint-values.ts"),
    import("@specwright/schemas"),
  ]);
  const values = lintValues(contract, carriedValues(contract));
  return [...values, ...findFaults(contract, { isThorough: true })];
}
