// Describes the extensions of a channel in sentences, for pages of documentation.

import { isJsonArray, pointerTokens } from "@specwright/spec-loader";
import type { Channel } from "../model/channel.ts";
import { keyedTopic } from "../streams/stream-kind.ts";
import { markdownCode } from "./markdown.ts";

/** Sentences in Markdown about one aspect of a channel, such as its numbering. */
export interface ChannelRules {
  readonly topic: "numbering" | "subscription" | "signature" | "flow control";
  readonly sentences: readonly string[];
}

/** Describes the numbering, subscription, signature and flow control of a channel in sentences. */
export function channelRules(channel: Channel): readonly ChannelRules[] {
  const rules: readonly ChannelRules[] = [
    { topic: "numbering", sentences: sequenceRules(channel) },
    { topic: "subscription", sentences: subscriptionRules(channel) },
    { topic: "signature", sentences: signatureRules(channel) },
    { topic: "flow control", sentences: flowRules(channel) },
  ];
  return rules.filter(({ sentences }) => sentences.length > 0);
}

const codeList = (names: readonly string[]): string => names.map(markdownCode).join(", ");
const memberCode = (pointer: unknown): string =>
  markdownCode((pointerTokens(String(pointer)) ?? []).join("."));

function sequenceRules({ counters: [counter], resume }: Channel): readonly string[] {
  if (counter === undefined || resume === undefined) return [];
  const { parameter, endOfBacklog, tooOld, identity, filters = [] } = resume;
  const rules = [
    `The messages ${codeList(counter.messages)} have consecutive numbers in ${memberCode(counter.at)}.`,
    `With ${markdownCode(parameter)}, a client requests all messages from a number on; ${markdownCode(endOfBacklog)} follows the messages that were sent before the connection.`,
    `If the server no longer has that number, it sends the error ${markdownCode(tooOld.errorCode)} and closes with code ${tooOld.closeCode}.`,
  ];
  if (identity !== undefined) {
    rules.push(
      `Numbers belong to one log. Its id is in the header ${markdownCode(identity.header)} of the upgrade response and in ${memberCode(identity.at)} of messages that repeat a number. A client sends the id in ${markdownCode(identity.parameter)}; the server treats a number of another log as too old.`,
    );
  }
  const selecting = isJsonArray(filters) ? filters : Object.keys(filters);
  if (selecting.length > 0) {
    rules.push(
      `With ${codeList(selecting)}, the connection gets only a part of the messages, so numbers can be missing.`,
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
    `For each new ${markdownCode(keyField)}, the server sends one ${markdownCode(snapshot)}, and then ${codeList(diffs)} with consecutive numbers in ${markdownCode(counterField)}.`,
  ];
}

function signatureRules({ signature }: Channel): readonly string[] {
  if (signature === undefined) return [];
  const { algorithm, headers, lines, clockSkewMs } = signature;
  return [
    `The upgrade request has the headers ${codeList([headers.key, headers.timestamp, headers.signature])}. The signature is the ${markdownCode(algorithm)} of ${lines.length} lines (${codeList(lines)}), each with a newline at its end. The timestamp can differ from the server's clock by up to ${clockSkewMs / 1000} s.`,
  ];
}

function flowRules({ flowControl }: Channel): readonly string[] {
  if (flowControl === undefined) return [];
  const { maxPendingFrames, maxPendingBytes, closeCode } = flowControl;
  return [
    `If more than ${maxPendingFrames} frames or ${maxPendingBytes} bytes are pending for a client, the server closes the connection with code ${closeCode}.`,
  ];
}
