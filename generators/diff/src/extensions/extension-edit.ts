import type { Channel, Message } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Change, ChangeClass, Direction } from "../changes/change.ts";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import type { ExtensionRuleId } from "../rules/extension-rules.ts";

/** A change of a rule that an extension gives a channel. */
export interface ExtensionEdit {
  readonly rule: ExtensionRuleId;
  readonly class: ChangeClass;
  /** `wire` unless given. */
  readonly surface?: Change["surface"];
  /** Absent if the edit concerns neither requests nor responses. */
  readonly direction?: Direction;
  readonly details?: readonly JsonValue[];
  /** The end of a sentence that begins with the place: "numbers are in `seq`". */
  readonly message: string;
  readonly why: string;
}

/** Returns the key that a message of the base has in the revision; undefined if the message was removed. */
export function revisedKey(channels: ChannelPair, id: string): string | undefined {
  const message = messageOf(channels.base, id);
  return message && channels.revised.get(message)?.id;
}

/** Reports whether a message of the revision, by its key, was on the channel before. */
export function wasKnown(channels: ChannelPair, id: string): boolean {
  const message = messageOf(channels.revision, id);
  return message !== undefined && channels.original.has(message);
}

function messageOf({ messages }: Channel, id: string): Message | undefined {
  return messages.find((message) => message.id === id);
}

/** Writes a path to a member as a pointer, for a sentence. */
export function pathName(path: readonly string[] | undefined): string {
  return path === undefined ? "no declared place" : `\`/${path.join("/")}\``;
}
