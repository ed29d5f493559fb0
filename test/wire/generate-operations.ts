import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtInEmitters } from "@specwright/cli";
import { buildContract } from "@specwright/contract";
import { emit } from "@specwright/emit-kit";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { loadSpecification } from "@specwright/spec-loader";

const here = new URL(".", import.meta.url).pathname;

/** Generates the operations of a document, as its client and its server import them. */
export async function generateOperations(
  document: object,
): Promise<ReadonlyMap<string, OperationDescriptor>> {
  const text = JSON.stringify(document);
  const { specification, diagnostics } = await loadSpecification({
    file: join(here, "wire.json"),
    text,
  });
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics));
  const { contract, diagnostics: faults } = buildContract(specification);
  if (contract === undefined) throw new Error(JSON.stringify(faults));
  const emitters = builtInEmitters(["types", "codec", "server", "client"]);
  const { files } = await emit(contract, emitters, { specification });
  const folder = await mkdtemp(join(here, "generated-"));
  try {
    for (const { path, content } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const module: { readonly operations: readonly OperationDescriptor[] } = await import(
      /* @vite-ignore */ pathToFileURL(join(folder, "server.ts")).href
    );
    return new Map(module.operations.map((operation) => [operation.id, operation]));
  } finally {
    await rm(folder, { recursive: true });
  }
}
