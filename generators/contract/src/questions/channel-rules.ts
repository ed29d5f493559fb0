// The promises of a channel's extensions, in sentences.

import { isJsonArray, pointerTokens } from "@specwright/spec-loader";
import type { Channel } from "../model/channel.ts";
import { keyedTopic } from "../streams/stream-kind.ts";
import { markdownCode } from "./markdown.ts";

/** What some rules of a channel are about, and each rule as a sentence in Markdown. */
export interface ChannelRules {
  readonly topic: "numbering" | "subscription" | "signature" | "flow control";
  readonly sentences: readonly string[];
}

/** Writes the rules of numbering, subscription, signature and flow control as sentences. */
export function channelRules(channel: Channel): readonly ChannelRules[] {
  const rules: readonly ChannelRules[] = [
    { topic: "numbering", sentences: sequenceRules(channel) },
    { topic: "subscription", sentences: subscriptionRules(channel) },
    { topic: "signature", sentences: signatureRules(channel) },
    { topic: "flow control", sentences: flowRules(channel) },
  ];
  return rules.filter(({ sentences }) => sentences.length > 0);
}

const codes = (names: readonly string[]): string => names.map(markdownCode).join(", ");
const memberCode = (pointer: unknown): string =>
  markdownCode((pointerTokens(String(pointer)) ?? []).join("."));

function sequenceRules({ counters: [counter], resume }: Channel): readonly string[] {
  if (counter === undefined || resume === undefined) return [];
  const { parameter, endOfBacklog, tooOld, identity, filters = [] } = resume;
  const rules = [
    `${memberCode(counter.at)} numbers the messages ${codes(counter.messages)} without gaps.`,
    `${markdownCode(parameter)} requests all messages from a number on; ${markdownCode(endOfBacklog)} ends the messages that were sent before the connection.`,
    `If the server no longer has that number, it answers with the error ${markdownCode(tooOld.errorCode)} and close code ${tooOld.closeCode}.`,
  ];
  if (identity !== undefined) {
    rules.push(
      `Numbers belong to one log. Its id is in the header ${markdownCode(identity.header)} of the response to the upgrade and in ${memberCode(identity.at)} of messages that repeat a number. A client sends the id in ${markdownCode(identity.parameter)}; a number of another log is answered like one that is too old.`,
    );
  }
  const selecting = isJsonArray(filters) ? filters : Object.keys(filters);
  if (selecting.length > 0) {
    rules.push(
      `With ${codes(selecting)}, the connection gets a part of the sequence, so numbers can be missing.`,
    );
  }
  return rules;
}

function subscriptionRules(channel: Channel): readonly string[] {
  const topic = keyedTopic(channel);
  if (topic === undefined) return [];
  const { subscribe, unsubscribe, keysField, keyField, snapshot, diffs, counterField } = topic;
  return [
    `${markdownCode(subscribe)} and ${markdownCode(unsubscribe)} list keys in ${markdownCode(keysField)}.`,
    `Each new ${markdownCode(keyField)} is answered with one ${markdownCode(snapshot)}, then ${codes(diffs)} follow, numbered by ${markdownCode(counterField)} without gaps.`,
  ];
}

function signatureRules({ signature }: Channel): readonly string[] {
  if (signature === undefined) return [];
  const { algorithm, headers, lines, clockSkewMs } = signature;
  return [
    `The upgrade request has the headers ${codes([headers.key, headers.timestamp, headers.signature])}: ${markdownCode(algorithm)} over ${lines.length} lines (${codes(lines)}), each ended by a newline. The timestamp may differ from the server's clock by ${clockSkewMs / 1000} s.`,
  ];
}

function flowRules({ flowControl }: Channel): readonly string[] {
  if (flowControl === undefined) return [];
  const { maxPendingFrames, maxPendingBytes, closeCode } = flowControl;
  return [
    `A reader with more than ${maxPendingFrames} frames or ${maxPendingBytes} bytes pending is disconnected with close code ${closeCode}.`,
  ];
}
