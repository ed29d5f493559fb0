import { compareCodePoints } from "@specwright/spec-loader";
import type { Message } from "../model/channel.ts";
import { isBinaryMessage } from "../questions/is-binary-message.ts";
import { constantProperties } from "../schema/constant-properties.ts";

/**
 * Finds a payload property that distinguishes the messages of a channel: the property has a different
 * constant string in each message. Prefers `type`, and then the first property in code point order. Without
 * such a property, returns the messages unchanged.
 */
export function discriminateMessages(messages: readonly Message[]): Message[] {
  // Binary frames do not need a constant: a client recognises them as bytes.
  const json = messages.filter((message) => !isBinaryMessage(message));
  const constants = json.map(({ payload }) =>
    payload === undefined ? new Map() : constantProperties(payload.schema),
  );
  const property = distinguishingProperty(constants);
  if (property === undefined) return [...messages];
  return messages.map((message) => {
    const value = constants[json.indexOf(message)]?.get(property);
    return value === undefined ? message : { ...message, discriminator: { property, value } };
  });
}

function distinguishingProperty(
  constants: readonly ReadonlyMap<string, string>[],
): string | undefined {
  const [first, ...rest] = constants;
  if (first === undefined) return undefined;
  const serving = [...first.keys()].filter((property) => {
    if (!rest.every((others) => others.has(property))) return false;
    return new Set(constants.map((each) => each.get(property))).size === constants.length;
  });
  return serving.includes("type") ? "type" : serving.sort(compareCodePoints)[0];
}
