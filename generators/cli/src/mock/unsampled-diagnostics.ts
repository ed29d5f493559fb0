import type { Contract } from "@specwright/contract";
import { sampleAnswer, unsampledProblem } from "@specwright/schemas";
import type { Diagnostic } from "@specwright/spec-loader";

/** Returns a diagnostic for each operation without a sample response, at the place of the cause. */
export function unsampledDiagnostics(
  contract: Contract,
  seed: number | undefined,
): readonly Diagnostic[] {
  return contract.operations.flatMap((operation) => {
    const { unsampled } = sampleAnswer(operation, contract, {
      ...(seed !== undefined && { seed }),
    });
    if (unsampled === undefined) return [];
    const { source, ...problem } = unsampledProblem(unsampled, operation.id);
    return [{ ...contract.locate(source), ...problem }];
  });
}
