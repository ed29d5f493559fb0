// The phases of a run: send, subscribe, observe, compare books, resume, send wrong requests, unsubscribe.
// If the server ends the connection, a new connection is opened for the remaining phases.

import { compareConnections } from "./compare-connections.ts";
import type { Conversation } from "./conversation.ts";
import type { FeedRequest } from "./feed-requests.ts";
import { type FetchSnapshot, joinSnapshot } from "./join-snapshot.ts";
import { judgeResume, type ResumeSettings } from "./judge-resume.ts";
import { NumberedFrames } from "./numbered-frames.ts";
import type { ObservedTopic } from "./observed-topic.ts";
import { openConversation, UnreachableError } from "./open-conversation.ts";
import type { SentMessages } from "./sent-messages.ts";
import type { ChosenTopic } from "./topic-choice.ts";
import { wrongRequests } from "./wrong-requests.ts";

export interface PhaseSettings extends ResumeSettings {
  readonly sent: SentMessages;
  readonly topics: readonly ChosenTopic[];
  /** How long the channel is observed. */
  readonly observeMs: number;
  readonly fetch: FetchSnapshot;
}

const MOST_CONNECTIONS = 3;
/**
 * The interval between two comparisons of books with snapshots. The next constant is the maximum number of
 * comparisons.
 */
const COMPARE_MS = 10_000;
const MOST_COMPARISONS = 6;
/**
 * The time after an unsubscription in which frames may still arrive that the server sent before, in
 * milliseconds.
 */
const AFTERMATH_MS = 2_000;
/** The maximum time between the announcement of an ending and the ending itself, in milliseconds. */
const ANNOUNCED_MS = 60_000;

/**
 * Runs all phases. If the server becomes unreachable after the first observations, resolves with
 * the reason.
 *
 * @throws ConformanceError `bad_usage` if the server cannot be reached or refuses the topics.
 */
export async function runPhases(settings: PhaseSettings): Promise<string | undefined> {
  let conversation: Conversation | undefined;
  let observeMs = settings.observeMs;
  try {
    for (let connections = 1; connections <= MOST_CONNECTIONS; connections += 1) {
      const seen = new NumberedFrames(settings);
      const own = { ...settings, takers: [settings.sent, seen] };
      conversation = await openConversation(own, settings.topics);
      // The messages are sent only on the first connection, because a request may have an effect.
      if (connections === 1) await settings.sent.send(conversation, settings.timeoutMs);
      await runConversation(conversation, settings, observeMs, seen);
      const { ended } = conversation;
      conversation.leave();
      if (ended?.cause !== "closed" && conversation.interruption === undefined) return undefined;
      observeMs /= 2;
    }
    return undefined;
  } catch (cause) {
    if (conversation === undefined || !(cause instanceof UnreachableError)) throw cause;
    conversation.leave();
    return cause.seen;
  }
}

/** Runs the phases while the conversation lasts and the topics are accepted. */
async function runConversation(
  conversation: Conversation,
  settings: PhaseSettings,
  observeMs: number,
  seen: NumberedFrames,
): Promise<void> {
  const { ledger } = settings;
  if (conversation.ended !== undefined || conversation.requests.isSubscribing) return;
  const begun = conversation.topics.filter(({ status }) => status === "subscribed");
  const parts = Math.min(
    Math.max(2, Math.floor(observeMs / compareEveryMs(conversation, begun))),
    MOST_COMPARISONS,
  );
  for (let part = 0; part < parts; part += 1) {
    await compareBooks(conversation, settings, begun);
    await conversation.until(() => conversation.interruption !== undefined, observeMs / parts);
    if (conversation.ended !== undefined) return;
    if (conversation.interruption !== undefined) {
      await conversation.until(() => conversation.interruption === "resubscribe", ANNOUNCED_MS);
      return;
    }
  }
  await compareBooks(conversation, settings, begun);
  await judgeResume(settings, seen);
  await sendWrongRequests(conversation, settings);
  const announced = [...conversation.announced];
  const { messages = [] } = settings.plan.channel.endings ?? {};
  const ending = announced.find((at) => messages[at]?.client === "reconnect");
  if (ending !== undefined) {
    await conversation.pause(ANNOUNCED_MS);
    if (conversation.ended === undefined)
      ledger.fail(`x-endings.${ending + 1}`, "the connection continues");
    return;
  }
  for (const observed of begun) {
    if (!(await judgeUnsubscribing(conversation, settings, observed))) return;
  }
}

/**
 * Returns the interval between two comparisons of books. Requests for snapshots cause answers, which
 * conceal a silent server. If the kit requests snapshots, the interval is therefore longer than the longest
 * allowed silence.
 */
function compareEveryMs(
  { silenceLimitMs = 0 }: Conversation,
  topics: readonly ObservedTopic[],
): number {
  const asks = topics.some(({ topic }) => topic.kind.request !== undefined);
  return asks ? Math.max(COMPARE_MS, silenceLimitMs + AFTERMATH_MS) : COMPARE_MS;
}

/** Compares each book with a new snapshot. The contract declares how to obtain the snapshot. */
async function compareBooks(
  conversation: Conversation,
  settings: PhaseSettings,
  topics: readonly ObservedTopic[],
): Promise<void> {
  const { ledger, fetch } = settings;
  const alone: ObservedTopic[] = [];
  for (const observed of topics) {
    const { kind } = observed.topic;
    if (kind.book === undefined || conversation.ended !== undefined) continue;
    if (kind.answer !== undefined) await joinSnapshot(conversation, ledger, observed, fetch);
    else if (kind.request !== undefined) await askForSnapshot(conversation, settings, observed);
    else alone.push(observed);
  }
  if (alone.some(({ kept }) => kept) && conversation.ended === undefined) {
    await compareConnections(conversation, ledger, alone, async (chosen) => {
      const other = await openConversation(settings, chosen);
      await other.until(() => other.topics.every(({ begun }) => begun), settings.timeoutMs);
      return other;
    });
  }
}

async function askForSnapshot(
  conversation: Conversation,
  settings: PhaseSettings,
  observed: ObservedTopic,
): Promise<void> {
  const { topic } = observed;
  const template = topic.kind.request;
  if (template === undefined || isAmbiguous(conversation, observed)) return;
  const request = conversation.requests.post((id) => template.fill({ ...topic.values, id }), {
    purpose: "snapshot",
    hasId: template.names.includes("id"),
    topics: [observed],
  });
  observed.asked = request;
  const id = `x-snapshot.${observed.kind}.request`;
  await expectAnswer(conversation, settings, request, id);
  if (request.refused !== undefined) settings.ledger.fail(id, `refused: ${request.refused}`);
  observed.asked = undefined;
}

/**
 * Waits for the answer to a request, and judges whether the answer arrives. If the server sends nothing at
 * all, the answer is not judged, because the clauses about signs of life judge a silent server.
 */
async function expectAnswer(
  conversation: Conversation,
  { ledger, clock, timeoutMs }: PhaseSettings,
  request: FeedRequest,
  id: string,
): Promise<boolean> {
  const sentMs = clock.elapsed();
  const isOver = (): boolean => request.isAnswered;
  await conversation.until(isOver, timeoutMs);
  if (!request.isAnswered && conversation.heardMs <= sentMs) {
    const { silenceLimitMs = 0 } = conversation;
    await conversation.until(() => isOver() || conversation.heardMs > sentMs, silenceLimitMs);
  }
  if (request.isAnswered) return true;
  if (conversation.ended === undefined && ledger.has(id)) {
    ledger.fail(id, `no answer in ${timeoutMs / 1000} s`);
  }
  return false;
}

async function sendWrongRequests(
  conversation: Conversation,
  settings: PhaseSettings,
): Promise<void> {
  const { ledger, plan, topics, timeoutMs } = settings;
  const id = "x-subscription.refusal";
  const [first] = topics;
  if (!ledger.has(id) || first === undefined || conversation.ended !== undefined) return;
  const { subscribe } = first.kind.rule;
  if (subscribe === undefined) return;
  let tries = 0;
  for (const build of wrongRequests(subscribe, first.values)) {
    tries += 1;
    const hasId = plan.replyId !== undefined;
    const request = conversation.requests.post(build, { purpose: "wrong", hasId });
    await conversation.until(() => request.isAnswered, timeoutMs);
    if (conversation.ended !== undefined) return;
    if (request.refused === undefined) continue;
    ledger.pass(id, request.refused);
    return;
  }
  // A silent server is judged by the clauses about signs of life.
  if (await conversation.pause(0))
    ledger.fail(id, `none of ${tries} invalid requests was rejected`);
}

/** Unsubscribes, and judges whether frames still arrive. Returns false if the conversation has ended. */
async function judgeUnsubscribing(
  conversation: Conversation,
  settings: PhaseSettings,
  observed: ObservedTopic,
): Promise<boolean> {
  const { ledger, plan } = settings;
  const { topic } = observed;
  const { unsubscribe: template } = topic.kind;
  if (template === undefined || isAmbiguous(conversation, observed)) return true;
  observed.status = "leaving";
  observed.lose();
  if (conversation.topics.every(({ status }) => status === "leaving" || status === "left")) {
    conversation.expectNothing();
  }
  const request = conversation.requests.post((id) => template.fill({ ...topic.values, id }), {
    purpose: "unsubscribe",
    hasId: template.names.includes("id"),
    topics: [observed],
  });
  const id = "x-subscription.unsubscribed";
  if (plan.feed.subscription.unsubscribed !== undefined) {
    if (!(await expectAnswer(conversation, settings, request, id))) return false;
    if (request.refused !== undefined) {
      ledger.fail(id, `refused: ${request.refused}`);
      return true;
    }
    ledger.pass(id);
  } else if (!(await conversation.pause(AFTERMATH_MS))) return false;
  observed.status = "left";
  if (!(await conversation.pause(AFTERMATH_MS))) return false;
  ledger.pass(`x-subscription.${observed.kind}.unsubscribe`);
  return true;
}

/**
 * Reports whether two subscribed topics have the same name. A request then does not identify one of them.
 */
function isAmbiguous({ topics }: Conversation, { topic }: ObservedTopic): boolean {
  const { alias, kind } = topic;
  return kind.usesAlias && topics.filter((other) => other.topic.alias === alias).length > 1;
}
