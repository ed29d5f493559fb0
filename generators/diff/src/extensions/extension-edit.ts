import type { Channel, Message } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Change, ChangeClass, Direction } from "../changes/change.ts";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import type { ExtensionRuleId } from "../rules/extension-rules.ts";

/** A change of a rule that an extension defines for a channel. */
export interface ExtensionEdit {
  readonly rule: ExtensionRuleId;
  readonly class: ChangeClass;
  /** `wire` unless given. */
  readonly surface?: Change["surface"];
  /** Absent if the edit concerns neither requests nor responses. */
  readonly direction?: Direction;
  readonly details?: readonly JsonValue[];
  /**
   * The message without its first words, which name the channel or the document: "numbers are in `seq`".
   */
  readonly message: string;
  readonly why: string;
}

/** Returns the key, in the revision, of a message of the base; undefined if the message was removed. */
export function revisedKey(channels: ChannelPair, id: string): string | undefined {
  const message = messageOf(channels.base, id);
  return message && channels.revised.get(message)?.id;
}

/**
 * Reports whether the channel of the base already had a message. `id` is the key of the message in the
 * revision.
 */
export function wasKnown(channels: ChannelPair, id: string): boolean {
  const message = messageOf(channels.revision, id);
  return message !== undefined && channels.original.has(message);
}

function messageOf({ messages }: Channel, id: string): Message | undefined {
  return messages.find((message) => message.id === id);
}

/** Writes the path of a member as a JSON pointer, for a sentence. */
export function pathName(path: readonly string[] | undefined): string {
  return path === undefined ? "no declared place" : `\`/${path.join("/")}\``;
}
