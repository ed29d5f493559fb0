// Prepares the feed of a contract, once for all connections.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedCounter, FeedDescriptor, FeedScheme } from "@specwright/runtime/transport";
import { createFrameSlots, type FrameSlots } from "../reading/frame-slots.ts";
import { compileConditions, type Test } from "../reading/recognise.ts";
import { FrameScanner } from "../reading/scan-frame.ts";
import { createLevelTargets } from "./book-plan.ts";
import { type BookMessage, prepareTopicKinds, type TopicKind } from "./topic-kind.ts";

/** A counter of the contract, with the slots of its numbers for each message. */
export interface CounterPlan {
  /** The index of the counter among the counters of the feed. */
  readonly index: number;
  readonly rule: FeedCounter;
  readonly isCounted: (message: string | undefined) => boolean;
  readonly isRepeated: (message: string | undefined) => boolean;
  readonly isStart: (message: string | undefined) => boolean;
  readonly pointerOf: (message: string | undefined) => string | undefined;
  readonly slotOf: (message: string | undefined) => number | undefined;
  readonly key: number | undefined;
  readonly from: number | undefined;
  readonly previous: number | undefined;
}

/** A list in a frame. Each item may belong to a different topic. */
export interface ListPlan {
  readonly pointer: string;
  readonly slot: number;
  /** The slot of the second item. If a frame lacks it, the frame need not be split. */
  readonly second: number;
}

/** The purposes that a message may have. Most frames can skip the checks for the others. */
export interface MessageTraits {
  /** The kinds of topics to which the message may belong. */
  readonly kinds: readonly TopicKind[];
  readonly lists: readonly ListPlan[];
  /** Whether the message may announce the end of the connection or of topics. */
  readonly ends: boolean;
  /** Whether the message is a sign of life that the client must answer. */
  readonly beats: boolean;
  /** Whether the message may be an answer to a request. */
  readonly answers: boolean;
}

/** The effect of a message on a counter. */
export interface CounterUse {
  readonly counter: CounterPlan;
  readonly role: "counts" | "starts" | "repeats";
  /** The slot of the message's number. */
  readonly slot: number | undefined;
  /** The pointer to the message's number. */
  readonly pointer: string | undefined;
}

/** A message, prepared so that handling its frames needs no lookups. */
export interface MessagePlan extends MessageTraits {
  readonly id: string;
  /** The index of the message among the messages of the feed. */
  readonly index: number;
  /** The counters to which the message applies, by their scope. */
  readonly counters: Readonly<Record<FeedCounter["scope"], readonly CounterUse[]>>;
  /** The effect of the message on a book, by the index of the kind of topic. */
  readonly books: readonly (BookMessage | undefined)[];
}

/** The rules of a channel for its connections. */
export type ConnectionRules = Pick<ChannelDescriptor, "heartbeats" | "endings" | "lines">;

/** A feed, with prepared pointers, templates and conditions. */
export interface FeedPlan {
  readonly feed: FeedDescriptor;
  readonly channel: ConnectionRules;
  readonly scanner: FrameScanner<MessagePlan>;
  /** Returns the message of the scanned frame; `unknown` if no message of the contract matches. */
  readonly read: () => MessagePlan;
  /** Returns the id of the scanned frame's message; undefined if no message matches. */
  readonly recognise: () => string | undefined;
  readonly kinds: ReadonlyMap<string, TopicKind>;
  /** Returns the purposes that a message may have. */
  readonly traitsOf: (message: string) => MessageTraits;
  readonly messages: readonly MessagePlan[];
  /** Stands for frames that match no message of the contract. */
  readonly unknown: MessagePlan;
  readonly counters: readonly CounterPlan[];
  /** The slots of the values that are read from answers to requests. */
  readonly replyId: number | undefined;
  readonly alias: number | undefined;
  readonly leftAlias: number | undefined;
  readonly refusal: { readonly code: number | undefined; readonly text: number | undefined };
  /** The slots of the values that are read from answers to a login. */
  readonly login: {
    readonly code: number | undefined;
    readonly text: number | undefined;
    readonly lifetime: number | undefined;
  };
  readonly endings: readonly {
    readonly message: string;
    readonly test: Test;
    readonly at: number;
  }[];
}

/**
 * In a counter of the contract, this name stands for all messages, or for all messages that are not listed.
 */
const EVERY = "*";

/** Prepares the feed of a channel. `scheme` is the scheme for which the client has credentials, if any. */
export function planFeed(
  feed: FeedDescriptor,
  channel: ConnectionRules,
  scheme?: FeedScheme,
): FeedPlan {
  const slots = createFrameSlots();
  const targets = createLevelTargets();
  const { subscription, envelope } = feed;
  const kinds = prepareTopicKinds(feed, slots, targets);
  const counters = feed.counters.map((rule, index) => planCounter(rule, index, slots));
  const optional = (pointer: string | undefined): number | undefined =>
    pointer === undefined ? undefined : slots.slotOf(pointer);
  const parts = {
    replyId: optional(subscription.correlation?.reply),
    alias: optional(subscription.acknowledgement?.alias),
    leftAlias: optional(subscription.unsubscribed?.alias),
    refusal: {
      code: optional(subscription.refusal?.code),
      text: optional(subscription.refusal?.text),
    },
    login: {
      code: optional(scheme?.place.message?.code),
      text: optional(scheme?.place.message?.text),
      lifetime: optional(
        scheme?.renew !== undefined && "at" in scheme.renew ? scheme.renew.at : undefined,
      ),
    },
    endings: (channel.endings?.messages ?? []).map(({ message, where = {} }, at) => ({
      message,
      test: compileConditions(where, slots),
      at,
    })),
  };
  const ids = [...new Set(envelope.match.map(({ message }) => message))];
  const messages = ids.map((id, index) => planMessage(id, index));
  const unknown = planMessage(undefined, messages.length);
  const matches = envelope.match.map(({ message, where }) => ({
    message: messages[ids.indexOf(message)] ?? unknown,
    test: compileConditions(where, slots),
  }));
  const scanner = new FrameScanner<MessagePlan>(slots.pointers, targets.targets);
  return {
    feed,
    channel,
    scanner,
    read,
    recognise() {
      const message = read();
      return message === unknown ? undefined : message.id;
    },
    kinds,
    traitsOf: (id) => messages[ids.indexOf(id)] ?? unknown,
    messages,
    unknown,
    counters,
    ...parts,
  };

  function planMessage(id: string | undefined, index: number): MessagePlan {
    const all = [...kinds.values()];
    const uses = counters.flatMap((counter) => counterUse(counter, id) ?? []);
    const ofScope = (scope: FeedCounter["scope"]): readonly CounterUse[] =>
      uses.filter(({ counter }) => counter.rule.scope === scope);
    return {
      ...findTraits(feed, channel, id ?? "", all, slots),
      id: id ?? "",
      index,
      counters: { connection: ofScope("connection"), key: ofScope("key"), topic: ofScope("topic") },
      books: all.map(({ book }) => (id === undefined ? undefined : book?.messages.get(id))),
    };
  }

  function read(): MessagePlan {
    if (scanner.path !== undefined) return scanner.path.message;
    const found = matches.find(({ test }) => test(scanner));
    if (found === undefined) return unknown;
    scanner.learn(found.message);
    return found.message;
  }
}

/** Returns the effect of a message on a counter; undefined if the message has none. */
function counterUse(counter: CounterPlan, message: string | undefined): CounterUse | undefined {
  const use = { counter, slot: counter.slotOf(message), pointer: counter.pointerOf(message) };
  if (counter.isStart(message)) return { ...use, role: "starts" };
  if (counter.isCounted(message)) return { ...use, role: "counts" };
  return counter.isRepeated(message) ? { ...use, role: "repeats" } : undefined;
}

function findTraits(
  { subscription, credentials = {} }: FeedDescriptor,
  { endings, heartbeats = [] }: ConnectionRules,
  message: string,
  kinds: readonly TopicKind[],
  slots: FrameSlots,
): MessageTraits {
  const { acknowledgement, unsubscribed, refusal, setup = [] } = subscription;
  const answers = [acknowledgement, unsubscribed, refusal].some((one) =>
    one?.messages.includes(message),
  );
  const awaited = [
    ...setup.map(({ accepted }) => accepted),
    ...Object.values(credentials).flatMap(({ place }) => [
      place.message?.accepted,
      place.message?.refused,
    ]),
  ];
  const own = kinds.filter(({ rule }) => rule.messages.includes(message));
  const lists = new Set(own.flatMap(({ rule: { each = [] } }) => each));
  return {
    kinds: own,
    lists: [...lists].map((pointer) => ({
      pointer,
      slot: slots.slotOf(pointer),
      second: slots.slotOf(`${pointer}/1`),
    })),
    ends: endings?.messages?.some((ending) => ending.message === message) === true,
    beats: heartbeats.some((beat) => beat.from === "server" && beat.message === message),
    answers: answers || awaited.includes(message),
  };
}

function planCounter(rule: FeedCounter, index: number, slots: FrameSlots): CounterPlan {
  const { at, messages, repeats = [], starts = [], key, from, previous } = rule;
  const pointers = typeof at === "string" ? { [EVERY]: at } : at;
  const byMessage = new Map(
    Object.entries(pointers).map(([message, pointer]) => [message, slots.slotOf(pointer)]),
  );
  const every = messages.includes(EVERY);
  const includes = (list: readonly string[], message: string | undefined): boolean =>
    message !== undefined && list.includes(message);
  return {
    index,
    rule,
    isCounted: (message) => every || includes(messages, message),
    isRepeated: (message) => includes(repeats, message),
    isStart: (message) => includes(starts, message),
    pointerOf: (message = EVERY) => pointers[message] ?? pointers[EVERY],
    slotOf: (message = EVERY) => byMessage.get(message) ?? byMessage.get(EVERY),
    key: key === undefined ? undefined : slots.slotOf(key),
    from: from === undefined ? undefined : slots.slotOf(from),
    previous: previous === undefined ? undefined : slots.slotOf(previous),
  };
}
