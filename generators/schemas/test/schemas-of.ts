import { buildContract, type Schema } from "@specwright/contract";
import { loadSpecification } from "@specwright/spec-loader";

/** Loads JSON Schemas 2020-12, each from a separate file, as schemas of a contract. */
export async function schemasOf(...documents: readonly unknown[]): Promise<readonly Schema[]> {
  const files = new Map(
    documents.map((document, index) => [`/spec/${index}.json`, jsonText(document)]),
  );
  return load(
    files,
    documents.map((_, index) => ({ $ref: `${index}.json` })),
    "3.1.0",
  );
}

/** Loads schemas of OpenAPI 3.0. */
export async function olderSchemasOf(...documents: readonly unknown[]): Promise<readonly Schema[]> {
  return load(new Map(), documents, "3.0.3");
}

async function load(
  files: ReadonlyMap<string, string>,
  documents: readonly unknown[],
  openapi: string,
): Promise<readonly Schema[]> {
  const schemas = Object.fromEntries(documents.map((each, index) => [`S${index}`, each]));
  const info = { title: "Test", version: "1" };
  const text = JSON.stringify({ openapi, info, paths: {}, components: { schemas } });
  const { specification, diagnostics } = await loadSpecification(
    { file: "/spec/api.json", text },
    {
      validate: false,
      root: "/spec",
      readFile: async (path) => new TextEncoder().encode(files.get(path) ?? ""),
    },
  );
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  return documents.map((_, index) => {
    const found = contract.declarations.find(({ name }) => name === `S${index}`);
    if (found === undefined) throw new Error(`no schema ${index}`);
    return found.schema;
  });
}

/** Writes JSON text; a bigint is a number with all its digits. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? `bigint:${each}` : each,
  );
  return text.replaceAll(/"bigint:(-?\d+)"/g, "$1");
}
