import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtInEmitters } from "@specwright/cli";
import {
  buildContract,
  type Contract,
  splitDirections,
  type ValueTypes,
} from "@specwright/contract";
import { emit } from "@specwright/emit/print";
import type { OperationDescriptor, WebhookDescriptor } from "@specwright/runtime/codegen";
import { type LoadInput, type LoadOptions, loadSpecification } from "@specwright/spec-loader";

const here = new URL(".", import.meta.url).pathname;

/** The contract of a document, and its operations as imported by client and server. */
export interface GeneratedDocument {
  readonly contract: Contract;
  readonly operations: ReadonlyMap<string, OperationDescriptor>;
  /** The exports of the client's module. */
  readonly client: Readonly<Record<string, unknown>>;
  readonly webhooks: readonly WebhookDescriptor[];
}

/** Generates the operations of a test's document. */
export async function generateOperations(
  document: object,
  valueTypes: ValueTypes = {},
  options: LoadOptions = {},
): Promise<ReadonlyMap<string, OperationDescriptor>> {
  const text = JSON.stringify(document);
  const input = { file: join(here, "wire.json"), text };
  return (await generateDocument(input, options, valueTypes)).operations;
}

/** Generates the operations of a document in a file; none if it has no paths. */
export async function generateDocument(
  input: LoadInput,
  options: LoadOptions = {},
  valueTypes: ValueTypes = {},
): Promise<GeneratedDocument> {
  const { specification, diagnostics } = await loadSpecification(input, options);
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics));
  const { contract: written, diagnostics: faults } = buildContract(specification);
  if (written === undefined) throw new Error(JSON.stringify(faults));
  const contract = splitDirections(written);
  const emitters = builtInEmitters(["types", "codec", "server", "client"]);
  const { files } = await emit(written, emitters, { specification, ...valueTypes });
  if (!files.some(({ path }) => path === "server.ts")) {
    return { contract, operations: new Map(), client: {}, webhooks: [] };
  }
  const folder = await mkdtemp(join(here, "generated-"));
  try {
    for (const { path, content } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const load = (file: string): Promise<unknown> =>
      import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);
    const server = (await load("server.ts")) as {
      readonly operations: readonly OperationDescriptor[];
    };
    const client = (await load("client.ts")) as Readonly<Record<string, unknown>>;
    const operations = new Map(server.operations.map((operation) => [operation.id, operation]));
    const hasWebhooks = files.some(({ path }) => path === "webhooks.ts");
    const { webhooks = [] } = (hasWebhooks ? await load("webhooks.ts") : {}) as {
      readonly webhooks?: readonly WebhookDescriptor[];
    };
    return { contract, operations, client, webhooks };
  } finally {
    await rm(folder, { recursive: true });
  }
}
