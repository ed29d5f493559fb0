// Reports the parts of a document for which only types and validators are generated, but no client or
// server.

import { credentialOf, isBinaryMessage, securityLists, streamChannels } from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { descriptorDiagnostics } from "./diagnostics.ts";
import { alikeMessages } from "./message-descriptor.ts";
import { serializationFaults } from "./serialization-faults.ts";

/** Reports messages that a receiver cannot distinguish. */
export function reportIndistinguishable(context: EmitContext): void {
  for (const channel of streamChannels(context.contract)) {
    for (const { messages, same } of alikeMessages(channel)) {
      const names = messages.map(({ id }) => `"${id}"`).join(" and ");
      const areBinary = messages.every(isBinaryMessage);
      const binary = {
        effect: "are both binary frames, and a receiver cannot distinguish binary frames",
        fix: "Move one of the messages to another channel, or describe both as one message.",
      };
      const effect = same
        ? "have the same payload; a receiver gets the value, but not the name of its message"
        : "cannot be distinguished by their schemas; a frame that matches both is an unknown message";
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

/** Reports security schemes that a channel requires, but that an upgrade request cannot use. */
export function reportUnprovable({ contract, report }: EmitContext): void {
  const used = new Set(
    streamChannels(contract).flatMap((channel) => securityLists(contract, channel).flat(2)),
  );
  for (const scheme of contract.securitySchemes) {
    if (!used.has(scheme.id) || credentialOf(scheme) !== undefined) continue;
    report({
      ...descriptorDiagnostics.SECURITY_NOT_CARRIED,
      code: "SECURITY_NOT_CARRIED",
      message: `WebSocket does not support the type ${scheme.type} of security scheme "${scheme.id}"; set and check the credential in your own code.`,
      source: scheme.source,
    });
  }
}

/** Reports channels that use an unsupported protocol or have no address. */
export function reportUncarried(context: EmitContext): void {
  const { contract } = context;
  const carried = new Set(streamChannels(contract));
  for (const channel of contract.channels) {
    if (carried.has(channel)) continue;
    if (channel.address === null) {
      context.report({
        ...descriptorDiagnostics.CHANNEL_WITHOUT_ADDRESS,
        code: "CHANNEL_WITHOUT_ADDRESS",
        message: `Channel "${channel.id}" has no address; only types and codecs are generated.`,
        source: channel.source,
      });
      continue;
    }
    context.report({
      ...descriptorDiagnostics.PROTOCOL_WITHOUT_TRANSPORT,
      code: "PROTOCOL_WITHOUT_TRANSPORT",
      message: `Channel "${channel.id}" uses only ${channel.protocols.join(", ")}; types and codecs are generated, but no client or server.`,
      source: channel.source,
    });
  }
}

/**
 * Reports encodings that OpenAPI does not define, and fields that have no effect. Each location is reported
 * once.
 */
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
