// A contract's feed, prepared once for all connections.

import type { FeedCounter, FeedDescriptor, FeedScheme } from "@specwright/runtime/codegen";
import { createFrameSlots, type FrameSlots } from "../reading/frame-slots.ts";
import { compileConditions, type Test } from "../reading/recognise.ts";
import { FrameScanner } from "../reading/scan-frame.ts";
import { createLevelTargets } from "./book-plan.ts";
import { prepareTopicKinds, type TopicKind } from "./topic-kind.ts";

/** The slots of a counter's numbers, for all messages or by message. */
export interface CounterPlan {
  readonly rule: FeedCounter;
  readonly isCounted: (message: string | undefined) => boolean;
  readonly isRepeated: (message: string | undefined) => boolean;
  readonly isStart: (message: string | undefined) => boolean;
  readonly slotOf: (message: string | undefined) => number | undefined;
  readonly key: number | undefined;
  readonly from: number | undefined;
  readonly previous: number | undefined;
}

/** A feed whose pointers, templates and conditions are ready to use. */
export interface FeedPlan {
  readonly feed: FeedDescriptor;
  readonly scanner: FrameScanner;
  /** Returns the message that the scanned frame is. */
  readonly recognise: () => string | undefined;
  readonly kinds: ReadonlyMap<string, TopicKind>;
  /** The kinds that have a message. */
  readonly kindsOf: (message: string) => readonly TopicKind[];
  readonly counters: readonly CounterPlan[];
  /** The slots of what answers to requests hold. */
  readonly replyId: number | undefined;
  readonly alias: number | undefined;
  readonly refusal: { readonly code: number | undefined; readonly text: number | undefined };
  /** The slots of what answers to a login hold. */
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

/** Stands for every message, or every other one. */
const EVERY = "*";

/** Prepares a feed, whose client uses a scheme if it has credentials. */
export function planFeed(feed: FeedDescriptor, scheme?: FeedScheme): FeedPlan {
  const slots = createFrameSlots();
  const targets = createLevelTargets();
  const { subscription, envelope, endings } = feed;
  const matches = envelope.match.map(({ message, where }) => ({
    message,
    test: compileConditions(where, slots),
  }));
  const kinds = prepareTopicKinds(feed, slots, targets);
  const counters = feed.counters.map((rule) => planCounter(rule, slots));
  const optional = (pointer: string | undefined): number | undefined =>
    pointer === undefined ? undefined : slots.slotOf(pointer);
  const parts = {
    replyId: optional(subscription.correlation?.reply),
    alias: optional(subscription.acknowledgement?.alias),
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
    endings: (endings?.messages ?? []).map(({ message, where = {} }, at) => ({
      message,
      test: compileConditions(where, slots),
      at,
    })),
  };
  const byMessage = new Map<string, TopicKind[]>();
  for (const kind of kinds.values()) {
    for (const message of kind.rule.messages) {
      byMessage.set(message, [...(byMessage.get(message) ?? []), kind]);
    }
  }
  const scanner = new FrameScanner(slots.pointers, targets.targets);
  return {
    feed,
    scanner,
    recognise() {
      for (const { message, test } of matches) if (test(scanner)) return message;
      return undefined;
    },
    kinds,
    kindsOf: (message) => byMessage.get(message) ?? [],
    counters,
    ...parts,
  };
}

function planCounter(rule: FeedCounter, slots: FrameSlots): CounterPlan {
  const { at, messages, repeats = [], starts = [], key, from, previous } = rule;
  const other = typeof at === "string" ? at : at[EVERY];
  const slot = other === undefined ? undefined : slots.slotOf(other);
  const byMessage = new Map(
    typeof at === "string"
      ? []
      : Object.entries(at).map(([message, pointer]) => [message, slots.slotOf(pointer)]),
  );
  const every = messages.includes(EVERY);
  const includes = (list: readonly string[], message: string | undefined): boolean =>
    message !== undefined && list.includes(message);
  return {
    rule,
    isCounted: (message) => every || includes(messages, message),
    isRepeated: (message) => includes(repeats, message),
    isStart: (message) => includes(starts, message),
    slotOf: (message) => (message === undefined ? undefined : byMessage.get(message)) ?? slot,
    key: key === undefined ? undefined : slots.slotOf(key),
    from: from === undefined ? undefined : slots.slotOf(from),
    previous: previous === undefined ? undefined : slots.slotOf(previous),
  };
}
