import { type BuildOptions, buildContract, type Contract } from "@specwright/contract";
import { loadSpecification } from "@specwright/spec-loader";
import { jsonText, type Writable } from "../src/report/json-text.ts";

/** Returns the contract of a document that is given as JSON or as text. */
export async function contractOf(
  document: object | string,
  options: BuildOptions = {},
): Promise<Contract> {
  const text = typeof document === "string" ? document : jsonText(document as Writable);
  // JSON is read several times faster as such than as YAML.
  const file = text.startsWith("{") ? "/spec/api.json" : "/spec/api.yaml";
  const { specification, diagnostics } = await loadSpecification(
    { file, text },
    { validate: false },
  );
  const built = specification && buildContract(specification, options);
  if (built?.contract === undefined) {
    throw new Error(JSON.stringify([diagnostics, built?.diagnostics], null, 2));
  }
  return built.contract;
}
