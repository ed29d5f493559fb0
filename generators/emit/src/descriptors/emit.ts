// Prints `descriptors.ts`: the operations and channels of a contract as data. The server and the client use
// the same data, so they always agree.

import { schemasOf, streamChannels } from "@specwright/contract";
import { emitPart } from "../print/emit.ts";
import type { EmitContext, Emitter } from "../print/emitter.ts";
import { printChannelDescriptor } from "./channel-descriptor.ts";
import { createComponents } from "./components.ts";
import { emitWebhooks } from "./emit-webhooks.ts";
import { reportFormats } from "./message-formats.ts";
import { printOperationDescriptor } from "./operation-descriptor.ts";
import { reportUnfilled } from "./own-messages.ts";
import { printSending } from "./print-sending.ts";
import { reportReplies } from "./request-descriptor.ts";
import {
  reportIndistinguishable,
  reportSerialization,
  reportUncarried,
  reportUnprovable,
} from "./uncarried.ts";

/** Creates the emitter of `descriptors.ts`. */
export function descriptorsEmitter(): Emitter {
  return {
    name: "descriptors",
    skipTypeCheck: true,
    requires: ["types", "codec"],
    emit: emitDescriptors,
  };
}

function emitDescriptors(context: EmitContext): void {
  const { contract } = context;
  const channels = streamChannels(contract);
  reportUncarried(context);
  reportSerialization(context);
  reportIndistinguishable(context);
  reportFormats(context);
  reportUnfilled(context);
  reportUnprovable(context);
  reportReplies(context);
  const tolerated = toleratedConstant(context);
  emitWebhooks(context, tolerated);
  if (contract.operations.length + channels.length === 0) return;
  const file = context.typescript("descriptors.ts");
  const components = createComponents(context, file);
  const reportsAll = context.answers.responses === "report";
  const validation = reportsAll ? "reportedResponses" : tolerated;
  for (const operation of contract.operations) {
    file.inPart(context.parts.method(operation), () => {
      emitPart(operation.source, () =>
        printOperationDescriptor(context, file, components, operation, validation),
      );
    });
  }
  const sent = printSending(context, channels);
  for (const channel of channels) {
    emitPart(channel.source, () =>
      printChannelDescriptor(context, file, components, channel, sent),
    );
  }
  components.printFirst();
}

/**
 * Returns the name of the runtime's constant with the violations that are reported but accepted, if any
 * are.
 */
function toleratedConstant({ contract, answers }: EmitContext): string | undefined {
  if (answers.missing === "report") return "reportedMissing";
  const hasReports = [...schemasOf(contract).keys()].some(
    (schema) => schema.kind === "schema" && schema.reportsFormat === true,
  );
  return hasReports ? "reportedFormats" : undefined;
}
