// Generates the code of a document in memory, for a mock server.

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

/** A document with its generated descriptors, which a mock can serve. */
export interface MockedDocument {
  /**
   * The contract after the same transformations as in code generation. Each direction has its own schemas.
   */
  readonly contract: Contract;
  readonly operations: readonly OperationDescriptor[];
  readonly channels: readonly ChannelDescriptor[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Generates the code of a contract, and loads it. */
export async function mockedDocument(written: Contract): Promise<MockedDocument> {
  const contract = splitDirections(narrowTags(separateParents(written)));
  // The emitters require an emitter named `types`. Its modules are not needed at run time.
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
