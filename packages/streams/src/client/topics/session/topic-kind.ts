// The kinds of topics of a contract, prepared for use.

import { compileTemplate, type Template, type TemplateValues } from "@specwright/runtime";
import {
  type FeedBook,
  type FeedDescriptor,
  type FeedSnapshot,
  type FeedTemplate,
  type FeedTopic,
  messageLocation,
} from "@specwright/runtime/transport";
import { createFrameSlots, type FrameSlots } from "../reading/frame-slots.ts";
import { FrameScanner } from "../reading/scan-frame.ts";
import {
  type BookPlan,
  createLevelTargets,
  type KeptRule,
  keptRule,
  type LevelTargets,
  planBookMessage,
} from "./book-plan.ts";

/** Conditions by which messages belong to a topic: the values at some pointers. */
export interface TopicConditions {
  readonly slots: readonly number[];
  readonly texts: readonly Template[];
}

/** The rules of the books of a kind of topic, and the effect of each message on them. */
export interface BookKind {
  readonly rule: KeptRule;
  readonly messages: ReadonlyMap<string, BookMessage>;
}

/** The effect of a message on a book. */
export interface BookMessage {
  readonly snapshot: BookPlan | undefined;
  readonly update: BookPlan | undefined;
  /** The slot of the checksum. */
  readonly checksum: number | undefined;
  /** Whether the hook of the contract must check the book after this message. */
  readonly isHooked: boolean;
}

/** For messages that have no levels. */
export const NO_BOOK_MESSAGE: BookMessage = {
  snapshot: undefined,
  update: undefined,
  checksum: undefined,
  isHooked: false,
};

/** How to read a snapshot from the answer of an operation. */
export interface AnswerPlan {
  readonly scanner: FrameScanner;
  readonly plan: BookPlan;
  /** The slot of the number of the last update that the snapshot includes. */
  readonly at: number;
}

/** A kind of topic of the contract, such as the books of all markets. */
export interface TopicKind {
  /** The index of the kind among the kinds of the feed. */
  readonly index: number;
  readonly name: string;
  readonly rule: FeedTopic;
  /** The request for the topic. Absent if the server sends the topic without a request. */
  readonly subscribe?: Template;
  readonly unsubscribe?: Template;
  readonly where: TopicConditions;
  /** The conditions of messages that differ from `where`, by the name of the message. */
  readonly ownWhere: ReadonlyMap<string, TopicConditions>;
  readonly acknowledged?: TopicConditions;
  readonly refused?: TopicConditions;
  readonly usesAlias: boolean;
  readonly snapshot?: FeedSnapshot;
  readonly request?: Template;
  readonly book?: BookKind;
  /** How to read the fetched snapshot. Absent if snapshots are not fetched. */
  readonly answer?: AnswerPlan;
}

/** Prepares the kinds of topics. */
export function prepareTopicKinds(
  feed: FeedDescriptor,
  slots: FrameSlots,
  targets: LevelTargets,
): ReadonlyMap<string, TopicKind> {
  const kinds = Object.entries(feed.subscription.topics).map(([name, rule], index): TopicKind => {
    const { subscribe, unsubscribe, where, acknowledged, refused = acknowledged } = rule;
    const snapshot = feed.snapshots?.[name];
    const book = feed.books?.[name];
    return {
      index,
      name,
      rule,
      ...(subscribe !== undefined && { subscribe: compileTemplate(subscribe) }),
      ...(unsubscribe !== undefined && { unsubscribe: compileTemplate(unsubscribe) }),
      where: prepareConditions(messageLocation(where), slots),
      ownWhere: new Map(
        rule.messages
          .filter((message) => Object.hasOwn(where, message))
          .map((message) => [message, prepareConditions(messageLocation(where, message), slots)]),
      ),
      ...(acknowledged !== undefined && { acknowledged: prepareConditions(acknowledged, slots) }),
      ...(refused !== undefined && { refused: prepareConditions(refused, slots) }),
      usesAlias: compileTemplate(where).names.includes("alias"),
      ...(snapshot !== undefined && { snapshot }),
      ...(snapshot?.request !== undefined && { request: compileTemplate(snapshot.request) }),
      ...(book !== undefined && { book: prepareBook(book, slots, targets) }),
      ...(book !== undefined && snapshot !== undefined && planAnswer(book, snapshot)),
    };
  });
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

/** Returns the texts that frames of a topic have in the slots of the conditions. */
export function conditionTexts({ texts }: TopicConditions, values: TemplateValues): string[] {
  return texts.map((template) => String(template.fill(values)));
}

function planAnswer(
  rule: FeedBook,
  { source, at }: FeedSnapshot,
): { readonly answer: AnswerPlan } | undefined {
  if (source !== "http" || rule.answer === undefined || at === undefined) return undefined;
  const [slots, targets] = [createFrameSlots(), createLevelTargets()];
  const slot = slots.slotOf(at);
  const plan = planBookMessage(rule, rule.answer, slots, targets);
  const scanner = new FrameScanner(slots.pointers, targets.targets);
  return { answer: { scanner, plan, at: slot } };
}

function prepareConditions(
  where: Readonly<Record<string, FeedTemplate>>,
  slots: FrameSlots,
): TopicConditions {
  const entries = Object.entries(where);
  return {
    slots: entries.map(([pointer]) => slots.slotOf(pointer)),
    texts: entries.map(([, text]) => compileTemplate(text)),
  };
}

function prepareBook(rule: FeedBook, slots: FrameSlots, targets: LevelTargets): BookKind {
  const { snapshots, updates, checksum, hook } = rule;
  const checksums = checksum?.at ?? {};
  const plan = (messages: FeedBook["snapshots"], message: string): BookPlan | undefined => {
    const places = messages[message];
    return places === undefined ? undefined : planBookMessage(rule, places, slots, targets);
  };
  const hooked = hook?.messages ?? [];
  const names = new Set([...[snapshots, updates, checksums].flatMap(Object.keys), ...hooked]);
  const messages = new Map<string, BookMessage>();
  for (const message of names) {
    const pointer = checksums[message];
    messages.set(message, {
      snapshot: plan(snapshots, message),
      update: plan(updates, message),
      checksum: pointer === undefined ? undefined : slots.slotOf(pointer),
      isHooked: hooked.includes(message),
    });
  }
  return { rule: keptRule(rule), messages };
}
