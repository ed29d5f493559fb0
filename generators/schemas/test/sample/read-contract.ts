import { buildContract, type Contract } from "@specwright/contract";
import { type LoadInput, type LoadOptions, loadSpecification } from "@specwright/spec-loader";

/** Reads the contract of a file, or of text; throws if it has none. */
export async function readContract(input: LoadInput, options?: LoadOptions): Promise<Contract> {
  const { specification, diagnostics } = await loadSpecification(input, options);
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics.slice(0, 3)));
  return contract;
}
