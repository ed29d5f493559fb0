import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtInEmitters } from "@specwright/cli";
import { buildContract, type Contract, splitDirections } from "@specwright/contract";
import { mswEmitter } from "@specwright/emit";
import { emit } from "@specwright/emit/print";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { loadSpecification } from "@specwright/spec-loader";
import type { HttpHandler } from "msw";

/** The handlers of a document, and the parts of its client. */
export interface GeneratedHandlers {
  readonly contract: Contract;
  readonly operations: readonly OperationDescriptor[];
  readonly handlers: readonly HttpHandler[];
  /** The text of `samples.ts`. */
  readonly samples: string;
  /** The places without a sample. */
  readonly unsampled: readonly string[];
}

/** Generates the handlers of a document in a file; undefined if it has no operations. */
export async function generateHandlers(
  path: string,
  root: string,
  seed?: number,
): Promise<GeneratedHandlers | undefined> {
  const { specification, diagnostics } = await loadSpecification(path, { lenient: true, root });
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics.slice(0, 2)));
  const { contract } = buildContract(specification);
  if (contract === undefined) throw new Error("no contract");
  if (contract.operations.length === 0) return undefined;
  const emitters = [
    ...builtInEmitters(["types", "codec", "descriptors"]),
    mswEmitter(seed === undefined ? {} : { seed }),
  ];
  const { files, diagnostics: found } = await emit(contract, emitters, { specification });
  const folder = await mkdtemp(join(import.meta.dirname, "generated-"));
  try {
    for (const { path: name, content } of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    const load = async (name: string): Promise<object> =>
      import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href);
    const { handlers } = (await load("handlers.ts")) as { handlers: () => HttpHandler[] };
    const descriptors = Object.values(await load("descriptors.ts")) as OperationDescriptor[];
    return {
      contract: splitDirections(contract),
      operations: descriptors,
      handlers: handlers(),
      samples: files.find(({ path: name }) => name === "samples.ts")?.content ?? "",
      unsampled: found.flatMap(({ code, message }) =>
        code.startsWith("SAMPLE_") ? [`${code} ${message}`] : [],
      ),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
