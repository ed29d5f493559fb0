import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { builtInEmitters } from "@specwright/cli";
import { buildContract } from "@specwright/contract";
import { emit } from "@specwright/emit/print";
import { loadSpecification } from "@specwright/spec-loader";

/** Writes the client of a document into a folder, as the command does. */
export async function generateInto(folder: string, document: string): Promise<void> {
  const { specification } = await loadSpecification(document);
  if (specification === undefined) throw new Error(`${document} cannot be loaded`);
  const { contract } = buildContract(specification);
  if (contract === undefined) throw new Error(`${document} has errors`);
  const options = { specification, typeCheck: false };
  const { files } = await emit(contract, builtInEmitters(["client"]), options);
  for (const { path, content } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
