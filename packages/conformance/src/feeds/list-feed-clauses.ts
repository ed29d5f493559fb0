// The clauses of a contract: one for each sentence of its extensions that can be judged from outside.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import { addBookClauses } from "./book-clauses.ts";
import { anyOf, type ClauseList, createClauseList, type FeedClause } from "./feed-clause.ts";
import { addSequenceClauses } from "./sequence-clauses.ts";

/** Lists the clauses of a channel that has topics. */
export function listFeedClauses(
  channel: ChannelDescriptor,
  whole: FeedDescriptor,
): readonly FeedClause[] {
  const { id, serverMessages, clientMessages } = channel;
  const feed = publicPart(whole);
  const list = createClauseList(id);
  const names = [...new Set(feed.envelope.match.map(({ message }) => message))];
  list.add(
    "x-envelope.match",
    ["x-envelope", "match"],
    "Every frame is a message that is declared.",
  );
  const declared = new Set([...serverMessages, ...clientMessages].map((message) => message.id));
  for (const name of names) {
    if (!declared.has(name)) continue;
    list.add(`message.${name}`, ["messages", name], `Each \`${name}\` matches its schema.`);
  }
  addSubscriptionClauses(list, feed);
  addSequenceClauses(list, feed.counters);
  addBookClauses(list, feed);
  addHeartbeatClauses(list, channel);
  addEndingClauses(list, channel);
  return list.clauses;
}

/** Returns what anybody can see of a feed: its private topics and their counters are not judged. */
export function publicPart(feed: FeedDescriptor): FeedDescriptor {
  const { subscription, counters } = feed;
  const all = Object.entries(subscription.topics);
  const topics = Object.fromEntries(all.filter(([, topic]) => topic.private !== true));
  const seen = new Set(Object.values(topics).flatMap(({ messages }) => messages));
  const hidden = new Set(
    all
      .filter(([, topic]) => topic.private === true)
      .flatMap(([, { messages }]) => messages.filter((message) => !seen.has(message))),
  );
  return {
    ...feed,
    subscription: { ...subscription, topics },
    counters: counters.filter(({ messages }) => !messages.every((message) => hidden.has(message))),
  };
}

function addSubscriptionClauses(list: ClauseList, { subscription }: FeedDescriptor): void {
  const { acknowledgement, correlation, unsubscribed, refusal, setup = [], topics } = subscription;
  const add = (rule: string, place: readonly (string | number)[], sentence: string): void =>
    list.add(`x-subscription.${rule}`, ["x-subscription", ...place], sentence);
  for (const [at, { accepted }] of setup.entries()) {
    if (accepted === undefined) continue;
    const sentence = `The request that is sent first is accepted by \`${accepted}\`.`;
    add(`setup.${at + 1}`, ["setup", at, "accepted"], sentence);
  }
  if (acknowledgement !== undefined) {
    const { messages, per, alias } = acknowledgement;
    const what =
      per === "topic" ? "Each topic of a request to subscribe" : "A request to subscribe";
    add("acknowledgement", ["acknowledgement"], `${what} is accepted by ${anyOf(messages)}.`);
    if (alias !== undefined) {
      const sentence = `No two subscriptions of a connection have the same name at \`${alias}\`.`;
      add("alias", ["acknowledgement", "alias"], sentence);
    }
  }
  if (correlation !== undefined) {
    const { request, reply } = correlation;
    const sentence = `An answer has at \`${reply}\` what its request has at \`${request}\`.`;
    add("correlation", ["correlation"], sentence);
  }
  if (unsubscribed !== undefined) {
    const sentence = `A request to unsubscribe is accepted by ${anyOf(unsubscribed.messages)}.`;
    add("unsubscribed", ["unsubscribed"], sentence);
  }
  if (refusal !== undefined) {
    const sentence = `A request that is wrong is refused by ${anyOf(refusal.messages)}.`;
    add("refusal", ["refusal"], sentence);
  }
  add("topics", ["topics"], "Data is that of a topic which the connection is subscribed to.");
  for (const [topic, { unsubscribe }] of Object.entries(topics)) {
    if (unsubscribe === undefined) continue;
    const sentence = `Nothing comes of \`${topic}\` any more once it is unsubscribed.`;
    add(`${topic}.unsubscribe`, ["topics", topic, "unsubscribe"], sentence);
  }
}

function addHeartbeatClauses(list: ClauseList, { heartbeats = [] }: ChannelDescriptor): void {
  for (const [at, beat] of heartbeats.entries()) {
    if (beat.everyMs === undefined) continue;
    const place = ["x-heartbeat", "beats", at];
    const seconds = beat.everyMs / 1000;
    if (beat.from === "server") {
      const sentence = `Something comes at least every ${seconds} s.`;
      list.add(`x-heartbeat.${at + 1}`, [...place, "everyMs"], sentence);
      continue;
    }
    const answer = beat.answer ?? beat.answerText;
    if (answer === undefined) continue;
    const sentence = `What the client sends every ${seconds} s is answered by \`${answer}\`.`;
    const field = beat.answer === undefined ? "answerText" : "answer";
    list.add(`x-heartbeat.${at + 1}`, [...place, field], sentence);
  }
}

function addEndingClauses(list: ClauseList, { endings }: ChannelDescriptor): void {
  const place = endings === undefined ? [] : ["x-endings"];
  list.add("x-endings.close", place, "The server closes a connection with a close frame.");
  const announced = (endings?.messages ?? []).filter(({ client }) => client === "reconnect");
  const codes = (endings?.closes ?? []).map((close) =>
    typeof close.codes === "number" ? `${close.codes}` : `${close.codes[0]} to ${close.codes[1]}`,
  );
  if (announced.length + codes.length > 0) {
    const messages = [...new Set(announced.map(({ message }) => message))];
    const ways = [
      ...(codes.length > 0 ? [`with a declared code (${codes.join(", ")})`] : []),
      ...(messages.length > 0 ? [`after ${anyOf(messages)}`] : []),
    ];
    const sentence = `The server ends a connection ${ways.join(" or ")}.`;
    list.add("x-endings.declared", place, sentence);
  }
  for (const [at, { message, client }] of (endings?.messages ?? []).entries()) {
    if (client !== "reconnect") continue;
    const sentence = `The connection ends after the \`${message}\` that announces it.`;
    list.add(`x-endings.${at + 1}`, ["x-endings", "messages", at], sentence);
  }
}
