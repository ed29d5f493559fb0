// A document with its generated code, for a mock server.

import {
  type Contract,
  narrowTags,
  separateParents,
  splitDirections,
  streamChannels,
} from "@specwright/contract";
import { codecEmitter, descriptorsEmitter } from "@specwright/emit";
import { type Emitter, emit } from "@specwright/emit/print";
import type { ChannelDescriptor, OperationDescriptor } from "@specwright/runtime/codegen";
import type { Diagnostic } from "@specwright/spec-loader";
import { importGenerated } from "../import-generated.ts";

/** A document that can be served. */
export interface MockedDocument {
  /** With the schemas of the generated code, one per direction. */
  readonly contract: Contract;
  readonly operations: readonly OperationDescriptor[];
  readonly channels: readonly ChannelDescriptor[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Generates the code of a contract, and loads it. */
export async function mockedDocument(written: Contract): Promise<MockedDocument> {
  const contract = splitDirections(narrowTags(separateParents(written)));
  // Their modules are only imported for types.
  const types: Emitter = { name: "types", emit: () => {} };
  const emitters = [types, codecEmitter(), descriptorsEmitter()];
  const { files, diagnostics } = await emit(written, emitters, { importExtension: "mjs" });
  const none = { contract, operations: [], channels: [], diagnostics };
  if (!files.some(({ path }) => path === "descriptors.mts")) return none;
  const descriptors = Object.values(
    await importGenerated(
      files.filter(({ path }) => path.endsWith(".mts")),
      "descriptors.mjs",
    ),
  );
  if (contract.format === "openapi") {
    return { ...none, operations: descriptors as readonly OperationDescriptor[] };
  }
  const ids = new Set(streamChannels(contract).map(({ id }) => id));
  const channels = (descriptors as readonly ChannelDescriptor[]).filter(({ id }) => ids.has(id));
  return { ...none, channels };
}
