import { buildContract } from "@specwright/contract";
import { loadSpecification } from "@specwright/spec-loader";
import { isRemoteInput, locateInput } from "../documents/locate-input.ts";

/**
 * Returns the number of errors in a document, for which `generate` would write nothing. Does not read a
 * document at a URL.
 */
export async function countErrors(folder: string, input: string): Promise<number> {
  if (isRemoteInput(input)) return 0;
  const { specification, diagnostics } = await loadSpecification(locateInput(folder, input));
  const built = specification && buildContract(specification);
  const all = [...diagnostics, ...(built?.diagnostics ?? [])];
  return all.filter(({ severity }) => severity === "error").length;
}
