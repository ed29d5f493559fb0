import { join } from "node:path";
import type { ChannelParameters } from "@specwright/runtime";
import type {
  ChannelDescriptor,
  ChannelStream,
  StreamOptions,
  StreamTransport,
} from "@specwright/runtime/codegen";
import { loadDocument } from "./load-document.ts";

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
  const { client, server, diagnostics, remove } = await loadDocument(join(here, "gauges.yaml"));
  // The client has a function for each channel; the server exports descriptors under the same names.
  const modules: object = { ...client, ...server };
  return { gauges: modules as Gauges, diagnostics, remove };
}
