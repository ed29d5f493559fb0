import { decodeUtf8 } from "@specwright/runtime/transport";
import type { SessionHost } from "./session-host.ts";
import type { Topic } from "./topic.ts";
import type { TopicEvent } from "./topic-event.ts";

/** The rule that the frame breaks. */
export type ViolatedRule = Extract<TopicEvent, { type: "violation" }>["rule"];

/** The event quotes at most this number of characters of the frame. */
const MAX_RECEIVED = 200;

/** Reports to the user that a frame breaks the contract. Removes secrets from the quoted frame. */
export function reportViolation(
  { emit, signer }: Pick<SessionHost, "emit" | "signer">,
  rule: ViolatedRule,
  frame: Uint8Array,
  topic?: Topic,
): void {
  const text = decodeUtf8(frame);
  const received = (signer?.redact(text) ?? text).slice(0, MAX_RECEIVED);
  emit({ type: "violation", rule, ...(topic !== undefined && { topic: topic.name }), received });
}
