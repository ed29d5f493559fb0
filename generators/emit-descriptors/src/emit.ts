// `descriptors.ts`: the operations and channels of a contract as data. Server and client read the
// same table, so that neither has to emit it and the two cannot disagree.

import type { EmitContext, Emitter, Printable } from "@specwright/emit-kit";
import { code, list, runtimeModule, streamChannels } from "@specwright/emit-kit";
import { printChannelDescriptor } from "./channel-descriptor.ts";
import { printOperationDescriptor } from "./operation-descriptor.ts";
import { printSending } from "./print-sending.ts";
import { reportUncarried } from "./uncarried.ts";

/** Creates the emitter of `descriptors.ts`. */
export function descriptorsEmitter(): Emitter {
  return { name: "descriptors", requires: ["types", "codec"], emit };
}

function emit(context: EmitContext): void {
  const { contract, names } = context;
  const channels = streamChannels(contract);
  reportUncarried(context);
  if (contract.operations.length + channels.length === 0) return;
  const file = context.typescript("descriptors.ts");

  for (const operation of contract.operations) printOperationDescriptor(context, file, operation);
  if (contract.operations.length > 0) {
    const type = file.importType("OperationDescriptor", runtimeModule);
    const values = contract.operations.map((operation) => names.operation(operation).value);
    printTable("Lists every operation.", "operations", type, values);
  }

  const sent = printSending(context, channels);
  for (const channel of channels) printChannelDescriptor(context, file, channel, sent);
  if (channels.length > 0) {
    const type = file.importType("ChannelDescriptor", runtimeModule);
    const values = channels.map((channel) => names.channel(channel).value);
    printTable("Lists every channel.", "channels", type, values);
  }

  // A list of a thousand operations, each of its own type, is more than the compiler will unite;
  // as the values of an object they are checked one by one.
  function printTable(doc: string, name: string, type: Printable, values: readonly string[]): void {
    file.print(code`/** ${doc} */
export const ${name}: readonly ${type}[] = Object.values<${type}>(${list("{", values, "}", { padding: true })});`);
  }
}
