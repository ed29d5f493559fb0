// Lists the clauses of a contract: one for each rule of its extensions that a client can judge.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import type { Clause } from "../report/clause.ts";
import { addBookClauses } from "./book-clauses.ts";
import { anyOfNames, type ClauseList, createClauseList } from "./clause-list.ts";
import { describeFeed } from "./describe-feed.ts";
import { addResumeClauses, addSequenceClauses } from "./sequence-clauses.ts";

/** Lists the clauses of a channel. */
export function listClauses(
  channel: ChannelDescriptor,
  whole: FeedDescriptor = describeFeed(channel),
): readonly Clause[] {
  const { id, serverMessages, clientMessages } = channel;
  const hasTopics = channel.feed !== undefined;
  const feed = publicPart(whole);
  const list = createClauseList(id);
  const place = hasTopics ? ["x-envelope", "match"] : ["messages"];
  list.add("messages", place, "Every frame is a declared message.");
  // A document may describe the provider or the consumer. For topics, the feed therefore determines which
  // messages the server sends.
  const sent = hasTopics ? [...serverMessages, ...clientMessages] : serverMessages;
  const declared = sent.filter(({ binary }) => binary !== true).map((message) => message.id);
  const matched = feed.envelope.match.map(({ message }) => message);
  for (const name of new Set(hasTopics ? matched : declared)) {
    if (!declared.includes(name)) continue;
    list.add(`message.${name}`, ["messages", name], `Each \`${name}\` matches its schema.`);
  }
  if (hasTopics) addSubscriptionClauses(list, feed);
  addRequestClauses(list, channel);
  addSequenceClauses(list, feed.counters);
  addResumeClauses(list, channel);
  addBookClauses(list, feed);
  addHeartbeatClauses(list, channel);
  addEndingClauses(list, channel);
  return list.clauses;
}

/** Returns the public part of a feed, because private topics and their counters are not judged. */
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
  const addRuleClause = (
    rule: string,
    place: readonly (string | number)[],
    sentence: string,
  ): void => list.add(`x-subscription.${rule}`, ["x-subscription", ...place], sentence);
  for (const [at, { accepted }] of setup.entries()) {
    if (accepted === undefined) continue;
    const sentence = `The first request is accepted with \`${accepted}\`.`;
    addRuleClause(`setup.${at + 1}`, ["setup", at, "accepted"], sentence);
  }
  if (acknowledgement !== undefined) {
    const { messages, per, alias } = acknowledgement;
    const what =
      per === "topic" ? "Each topic of a request to subscribe" : "A request to subscribe";
    addRuleClause(
      "acknowledgement",
      ["acknowledgement"],
      `${what} is accepted with ${anyOfNames(messages)}.`,
    );
    if (alias !== undefined) {
      const sentence = `Each subscription of a connection has its own name at \`${alias}\`.`;
      addRuleClause("alias", ["acknowledgement", "alias"], sentence);
    }
  }
  if (correlation !== undefined) {
    const { request, reply } = correlation;
    const sentence = `\`${reply}\` of an answer equals \`${request}\` of its request.`;
    addRuleClause("correlation", ["correlation"], sentence);
  }
  if (unsubscribed !== undefined) {
    const sentence = `A request to unsubscribe is accepted with ${anyOfNames(unsubscribed.messages)}.`;
    addRuleClause("unsubscribed", ["unsubscribed"], sentence);
  }
  if (refusal !== undefined) {
    const sentence = `An invalid request is rejected with ${anyOfNames(refusal.messages)}.`;
    addRuleClause("refusal", ["refusal"], sentence);
  }
  addRuleClause(
    "topics",
    ["topics"],
    "Each data frame belongs to a topic that the connection is subscribed to.",
  );
  for (const [topic, { unsubscribe }] of Object.entries(topics)) {
    if (unsubscribe === undefined) continue;
    const sentence = `After a client unsubscribes from \`${topic}\`, it gets no more frames of this topic.`;
    addRuleClause(`${topic}.unsubscribe`, ["topics", topic, "unsubscribe"], sentence);
  }
}

function addRequestClauses(list: ClauseList, { requests = [] }: ChannelDescriptor): void {
  for (const { name, messages, replies, correlation } of requests) {
    const place = ["messages", messages[0] ?? ""];
    const sentence = `${anyOfNames(messages)} is answered with ${anyOfNames(replies)}.`;
    list.add(`request.${name}.reply`, place, sentence);
    if (correlation === undefined) continue;
    const [own, other] = [correlation.request, correlation.reply].map((path) => path.join("/"));
    const same = `\`/${other}\` of the answer to ${anyOfNames(messages)} equals \`/${own}\` of the request.`;
    list.add(`request.${name}.correlation`, [...place, "correlationId"], same);
  }
}

function addHeartbeatClauses(list: ClauseList, { heartbeats = [] }: ChannelDescriptor): void {
  for (const [at, beat] of heartbeats.entries()) {
    const addFieldClause = (field: string, sentence: string): void =>
      list.add(`x-heartbeat.${at + 1}`, ["x-heartbeat", "beats", at, field], sentence);
    if (beat.from === "client") {
      const answer = beat.answer ?? beat.answerText;
      if (answer === undefined) continue;
      const sentence = `The message that the client sends every ${beat.everyMs / 1000} s is answered with \`${answer}\`.`;
      addFieldClause(beat.answer === undefined ? "answerText" : "answer", sentence);
    } else if (beat.everyMs !== undefined) {
      addFieldClause(
        "everyMs",
        `The server sends a frame at least every ${beat.everyMs / 1000} s.`,
      );
    } else if (beat.every !== undefined) {
      addFieldClause(
        "every",
        `The server sends a frame at least as often as \`${beat.message}\` says.`,
      );
    }
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
      ...(messages.length > 0 ? [`after ${anyOfNames(messages)}`] : []),
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
