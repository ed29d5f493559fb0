import type { Channel, ChannelRules } from "@specwright/contract";
import type { CodeSample } from "../samples/code-sample.ts";
import type { ChannelOperationPart } from "./channel-operation-part.ts";
import type { MessagePart } from "./message-part.ts";
import type { FieldGroup } from "./parameters-section.ts";

/** The data of a channel page. */
export interface ChannelParts {
  readonly channel: Channel;
  readonly title: string;
  readonly parameters: readonly FieldGroup[];
  readonly sends: readonly MessagePart[];
  readonly receives: readonly MessagePart[];
  readonly operations: readonly ChannelOperationPart[];
  readonly rules: readonly ChannelRules[];
  readonly samples: readonly CodeSample[];
  readonly bindings: string;
}

/** The headings for the rules of a channel, by topic. */
export const topicTitles: Readonly<Record<ChannelRules["topic"], string>> = {
  numbering: "Numbering and resuming",
  subscription: "Subscribing",
  signature: "Signature",
  "flow control": "Flow control",
};
