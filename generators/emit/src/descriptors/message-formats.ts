// Reports messages that the generated code would send or receive in a different format than the document
// declares.

import {
  type Channel,
  isBinaryMessage,
  isFile,
  isJsonMediaType,
  isXmlMediaType,
  type Message,
  mediaTypeEssence,
  servesTopics,
  streamChannels,
  streamKind,
  viewObject,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { descriptorDiagnostics } from "./diagnostics.ts";

/** Reports whether a message is sent as plain text, and not as JSON. */
export function isPlainText({ contentType, payload }: Message): boolean {
  if (!isText(contentType)) return false;
  if (payload === undefined) return true;
  const { types, properties } = viewObject(payload.schema);
  return types === undefined ? properties.size === 0 : types.has("string");
}

/**
 * Reports messages with a content type that the generated code does not support, and messages whose payload
 * is not described by a JSON Schema.
 */
export function reportFormats({ contract, report }: EmitContext): void {
  for (const channel of streamChannels(contract)) {
    for (const message of carriedMessages(channel)) {
      const { contentType, schemaFormat, rawPayload, source } = message;
      const where = `Message "${message.id}" of channel "${channel.id}"`;
      if (!hasExpectedFormat(channel, message)) {
        const isTextOfTopics = servesTopics(channel) && isText(contentType);
        const what =
          isTextOfTopics || isBinaryMessage(message)
            ? `a channel with ${channelFeature(channel)} supports only JSON frames`
            : "its frames would be JSON text";
        report({
          ...descriptorDiagnostics.MESSAGE_NOT_JSON,
          code: "MESSAGE_NOT_JSON",
          message: `${where} has the content type ${contentType}, but ${what}.`,
          source,
        });
      } else if (rawPayload !== undefined && !isPlainText(message) && !isBinaryMessage(message)) {
        report({
          ...descriptorDiagnostics.MESSAGE_NOT_JSON,
          code: "MESSAGE_NOT_JSON",
          severity: "warning",
          message: `${where} has the schema format ${schemaFormat}, which is not supported; its frames are JSON of unknown shape.`,
          source,
        });
      } else if (isBinaryMessage(message) && describesValue(message)) {
        report({
          ...descriptorDiagnostics.MESSAGE_NOT_JSON,
          code: "MESSAGE_NOT_JSON",
          severity: "info",
          message: `${where} has the content type ${contentType}: its frames are bytes, and the schema of its payload is not used.`,
          source,
        });
      }
    }
  }
}

/** Reports whether the schema of a binary payload describes a value, and not only bytes. */
function describesValue({ contentType, payload, rawPayload }: Message): boolean {
  if (rawPayload !== undefined) return true;
  return payload !== undefined && !isFile(payload.schema, contentType);
}

/** Lists the messages that the client or the server of a channel reads or writes, each once. */
function carriedMessages(channel: Channel): Iterable<Message> {
  const { sends, receives, messages } = channel;
  return new Set([...sends, ...receives, ...(servesTopics(channel) ? messages : [])]);
}

/**
 * Names the feature of a channel that requires JSON frames. Returns undefined if the channel has no such
 * feature.
 */
function channelFeature(channel: Channel): string | undefined {
  const kind = streamKind(channel);
  if (kind === "messages") return undefined;
  return kind === "log" ? "numbers" : kind;
}

function hasExpectedFormat(channel: Channel, message: Message): boolean {
  const { contentType, payload } = message;
  if (isJsonMediaType(contentType)) return true;
  if (isBinaryMessage(message)) return channelFeature(channel) === undefined;
  if (servesTopics(channel) || !isText(contentType)) return false;
  if (isPlainText(message) || payload === undefined) return true;
  // The text of a number or a boolean is also its JSON.
  const { types } = viewObject(payload.schema);
  return types !== undefined && !types.has("object") && !types.has("array");
}

function isText(contentType: string): boolean {
  return mediaTypeEssence(contentType).startsWith("text/") || isXmlMediaType(contentType);
}
