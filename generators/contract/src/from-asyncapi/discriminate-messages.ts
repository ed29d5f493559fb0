import { compareCodePoints } from "@specwright/spec-loader";
import type { Message } from "../model/channel.ts";
import { constantProperties } from "../schema/constant-properties.ts";

/**
 * Tells the messages of a channel apart by a payload property that every one of them fixes to a
 * string of its own: `type` if it serves, else the first in code point order. Gives the messages
 * unchanged when no property does.
 */
export function discriminateMessages(messages: readonly Message[]): Message[] {
  const constants = messages.map((message) =>
    message.payload === undefined ? new Map() : constantProperties(message.payload.schema),
  );
  const property = distinguishing(constants);
  if (property === undefined) return [...messages];
  return messages.map((message, index) => {
    const value = constants[index]?.get(property);
    return value === undefined ? message : { ...message, discriminator: { property, value } };
  });
}

function distinguishing(constants: readonly ReadonlyMap<string, string>[]): string | undefined {
  const [first, ...rest] = constants;
  if (first === undefined) return undefined;
  const serving = [...first.keys()].filter((property) => {
    if (!rest.every((others) => others.has(property))) return false;
    return new Set(constants.map((each) => each.get(property))).size === constants.length;
  });
  return serving.includes("type") ? "type" : serving.sort(compareCodePoints)[0];
}
