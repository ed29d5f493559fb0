import { buildContract, type Contract } from "@specwright/contract";
import { loadSpecification, type Specification } from "@specwright/spec-loader";

/** Loads an OpenAPI document of components and paths given as YAML. */
export async function contractOf(
  yaml: string,
): Promise<{ contract: Contract; specification: Specification }> {
  const head = "openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\n";
  const text = `${head}${yaml.includes("paths:") ? "" : "paths: {}\n"}${yaml}`;
  const { specification, diagnostics } = await loadSpecification({ file: "shop.yaml", text });
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics));
  const built = buildContract(specification);
  if (built.contract === undefined) throw new Error(JSON.stringify(built.diagnostics));
  return { contract: built.contract, specification };
}
