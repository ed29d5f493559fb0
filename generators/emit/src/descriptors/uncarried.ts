// Reports the parts of a document that get types and validators but no client or server.

import {
  credentialOf,
  isBinaryMessage,
  securityLists,
  servesTopics,
  streamChannels,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { descriptorDiagnostics } from "./diagnostics.ts";
import { alikeMessages } from "./message-descriptor.ts";
import { serializationFaults } from "./serialization-faults.ts";

/** Reports messages that a receiver cannot tell apart. */
export function reportAlike(context: EmitContext): void {
  for (const channel of streamChannels(context.contract)) {
    for (const { messages, same } of alikeMessages(channel)) {
      const names = messages.map(({ id }) => `"${id}"`).join(" and ");
      const areBinary = messages.every(isBinaryMessage);
      const binary = {
        effect: "are both binary frames, and nothing tells those apart",
        fix: "Give each of them a channel of its own, or describe one message for both.",
      };
      const effect = same
        ? "have the same payload; a receiver gets the value, but not which of the two it is"
        : "cannot be told apart by their schemas; a frame that matches both is an unknown message";
      context.report({
        ...descriptorDiagnostics.MESSAGES_ALIKE,
        code: "MESSAGES_ALIKE",
        severity: same && !areBinary ? "info" : "warning",
        message: `Messages ${names} of channel "${channel.id}" ${areBinary ? binary.effect : effect}.`,
        ...(areBinary && { fix: binary.fix }),
        source: messages[1].source,
      });
    }
  }
}

/** Reports security schemes of channels that have no place in an upgrade request. */
export function reportUnprovable({ contract, report }: EmitContext): void {
  const used = new Set(
    streamChannels(contract).flatMap((channel) => securityLists(contract, channel).flat(2)),
  );
  for (const scheme of contract.securitySchemes) {
    if (!used.has(scheme.id) || credentialOf(scheme) !== undefined) continue;
    report({
      ...descriptorDiagnostics.SECURITY_NOT_CARRIED,
      code: "SECURITY_NOT_CARRIED",
      message: `Security scheme "${scheme.id}" is of the type ${scheme.type}, which has no place in a WebSocket upgrade; its credential is what you make of it.`,
      source: scheme.source,
    });
  }
}

/** Reports parameters and credentials that the client of a channel with topics does not send. */
export function reportUnsent({ contract, report }: EmitContext): void {
  for (const channel of streamChannels(contract)) {
    if (!servesTopics(channel)) continue;
    const unsent = [
      ...channel.parameterGroups.map(({ in: place }) => `the parameters of the ${place}`),
      ...(securityLists(contract, channel).flat(2).length > 0 ? ["the credentials"] : []),
    ];
    if (unsent.length === 0) continue;
    report({
      ...descriptorDiagnostics.UPGRADE_NOT_CARRIED,
      code: "UPGRADE_NOT_CARRIED",
      message: `The client of channel "${channel.id}", which has topics, does not send ${unsent.join(" and ")}.`,
      source: channel.source,
    });
  }
}

/** Reports channels of other protocols or without an address. */
export function reportUncarried(context: EmitContext): void {
  const { contract } = context;
  const carried = new Set(streamChannels(contract));
  for (const channel of contract.channels) {
    if (carried.has(channel)) continue;
    if (channel.address === null) {
      context.report({
        ...descriptorDiagnostics.CHANNEL_WITHOUT_ADDRESS,
        code: "CHANNEL_WITHOUT_ADDRESS",
        message: `Channel "${channel.id}" has no address; only types and codecs are generated for it.`,
        source: channel.source,
      });
      continue;
    }
    context.report({
      ...descriptorDiagnostics.PROTOCOL_WITHOUT_TRANSPORT,
      code: "PROTOCOL_WITHOUT_TRANSPORT",
      message: `Channel "${channel.id}" is served over ${channel.protocols.join(", ")} only; types and codecs are generated for it, but no client and no server.`,
      source: channel.source,
    });
  }
}

/** Reports what OpenAPI does not define, or ignores, in how values become bytes; each place once. */
export function reportSerialization({ contract, report }: EmitContext): void {
  const seen = new Set<string>();
  for (const operation of contract.operations) {
    for (const fault of serializationFaults(contract, operation)) {
      const { code, message, source } = fault;
      const key = JSON.stringify([source.file, source.pointer, message]);
      if (seen.has(key)) continue;
      seen.add(key);
      report({ ...descriptorDiagnostics[code], ...fault });
    }
  }
}
