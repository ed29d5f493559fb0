import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtInEmitters } from "@specwright/cli";
import { buildContract } from "@specwright/contract";
import { type TanstackQueryOptions, tanstackQueryEmitter } from "@specwright/emit";
import { emit } from "@specwright/emit/print";
import { loadSpecification } from "@specwright/spec-loader";

const here = new URL(".", import.meta.url).pathname;

/** The code generated from the library's document, in its own folder. */
export interface GeneratedLibrary {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  /** Loads a module. */
  load(file: string): Promise<Readonly<Record<string, unknown>>>;
  remove(): Promise<void>;
}

/** Generates a client, a server and queries. */
export async function generateLibrary(options?: TanstackQueryOptions): Promise<GeneratedLibrary> {
  const { specification } = await loadSpecification(join(here, "library.yaml"));
  if (specification === undefined) throw new Error("the document does not load");
  const { contract } = buildContract(specification);
  if (contract === undefined) throw new Error("the document has errors");
  const emitters = [
    ...builtInEmitters(["types", "codec", "client", "server"]),
    tanstackQueryEmitter(options),
  ];
  const { files } = await emit(contract, emitters, { specification, importExtension: "ts" });
  const folder = await mkdtemp(join(here, "generated-"));
  for (const { path, content } of files) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return {
    folder,
    files: new Map(files.map(({ path, content }) => [path, content])),
    load: (file) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
