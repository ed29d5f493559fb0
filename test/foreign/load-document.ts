import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtInEmitters } from "@specwright/cli";
import { buildContract, type Perspective } from "@specwright/contract";
import { emit } from "@specwright/emit/print";
import type { ChannelParameters } from "@specwright/runtime";
import type {
  ChannelDescriptor,
  ChannelStream,
  StreamOptions,
  StreamTransport,
} from "@specwright/runtime/codegen";
import { loadSpecification } from "@specwright/spec-loader";

/** A method of a generated client. */
export type Open<Stream = ChannelStream<unknown, unknown>> = (
  transport: StreamTransport,
  parameters?: ChannelParameters,
  options?: StreamOptions,
) => Stream;

/** The modules generated from a document, in a temporary folder. */
export interface LoadedDocument {
  readonly channels: readonly ChannelDescriptor[];
  /** The exports of the client: a function for each channel. */
  readonly client: Readonly<Record<string, Open>>;
  readonly server: Readonly<Record<string, unknown>>;
  /** The descriptors of channels with topics, by their names. */
  readonly descriptors: Readonly<Record<string, ChannelDescriptor>>;
  /** The text of each file. */
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly string[];
  remove(): Promise<void>;
}

const here = new URL(".", import.meta.url).pathname;

/** Generates server and client from a document into a temporary folder, and loads them. */
export async function loadDocument(
  source: string | { readonly text: string },
  perspective: Perspective = "provider",
): Promise<LoadedDocument> {
  const { specification, diagnostics } = await loadSpecification(
    typeof source === "string" ? source : { file: join(here, "document.yaml"), text: source.text },
  );
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  const { contract, ...built } = buildContract(specification, { perspective });
  if (contract === undefined) throw new Error(JSON.stringify(built.diagnostics, null, 2));
  const emitters = builtInEmitters(["types", "codec", "server", "client"]);
  const emitted = await emit(contract, emitters, { specification });
  const folder = await mkdtemp(join(here, "generated-"));
  const files = new Map(emitted.files.map(({ path, content }) => [path, content]));
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const load = async (file: string): Promise<object> =>
    files.has(file)
      ? ((await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as object)
      : {};
  const server = (await load("server.ts")) as Pick<LoadedDocument, "channels" | "server">;
  return {
    channels: server.channels ?? [],
    client: (await load("client.ts")) as Readonly<Record<string, Open>>,
    server: server as object as Readonly<Record<string, unknown>>,
    descriptors: (await load("descriptors.ts")) as Readonly<Record<string, ChannelDescriptor>>,
    files,
    diagnostics: [...diagnostics, ...built.diagnostics, ...emitted.diagnostics].map(
      ({ code, message }) => `${code} ${message}`,
    ),
    remove: () => rm(folder, { recursive: true }),
  };
}
