import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtInEmitters } from "@specwright/cli";
import { buildContract } from "@specwright/contract";
import { emit } from "@specwright/emit-kit";
import type {
  ChannelDescriptor,
  ChannelParameters,
  ChannelStream,
  StreamOptions,
  StreamTransport,
} from "@specwright/runtime/codegen";
import { loadSpecification } from "@specwright/spec-loader";

export interface Frame {
  readonly kind: string;
  readonly n?: number;
  readonly k?: number;
  readonly at?: number;
  readonly [member: string]: unknown;
}

type Open = (
  parameters?: ChannelParameters,
  options?: StreamOptions,
) => ChannelStream<Frame, object>;

/** The exports of the generated package that the tests use. */
export interface Gauges {
  readonly channels: readonly ChannelDescriptor[];
  readonly readings: ChannelDescriptor<ChannelParameters, Frame, unknown, "n" | "at">;
  readonly levels: ChannelDescriptor<ChannelParameters, Frame, unknown, "k" | "at">;
  createGaugesClient(transport: StreamTransport): {
    readonly readings: Open;
    readonly levels: Open;
  };
}

const here = new URL(".", import.meta.url).pathname;

/** Generates server and client from the document into a temporary folder, and loads them. */
export async function generateGauges(): Promise<{
  readonly gauges: Gauges;
  readonly diagnostics: readonly string[];
  remove(): Promise<void>;
}> {
  const { specification, diagnostics } = await loadSpecification(join(here, "gauges.yaml"));
  if (specification === undefined) throw new Error("the document was refused");
  const { contract, ...built } = buildContract(specification);
  if (contract === undefined) throw new Error("the contract was refused");
  const emitters = builtInEmitters(["types", "codec", "server", "client"]);
  const emitted = await emit(contract, emitters, { specification });
  const folder = await mkdtemp(join(here, "generated-"));
  for (const { path, content } of emitted.files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const load = async (file: string): Promise<object> =>
    (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as object;
  // Functions of the client have the same names as channels, whose descriptors the server exports.
  const modules = { ...(await load("client.ts")), ...(await load("server.ts")) };
  return {
    gauges: modules as Gauges,
    diagnostics: [...diagnostics, ...built.diagnostics, ...emitted.diagnostics].map(
      ({ code, message }) => `${code} ${message}`,
    ),
    remove: () => rm(folder, { recursive: true }),
  };
}
