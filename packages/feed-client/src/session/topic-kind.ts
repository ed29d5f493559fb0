// The kinds of topics of a contract, prepared for use.

import { compileTemplate, type Template, type TemplateValues } from "@specwright/runtime";
import type {
  FeedBook,
  FeedDescriptor,
  FeedSnapshot,
  FeedTemplate,
  FeedTopic,
} from "@specwright/runtime/codegen";
import { createFrameSlots, type FrameSlots } from "../reading/frame-slots.ts";
import { FrameScanner } from "../reading/scan-frame.ts";
import {
  type BookPlan,
  createLevelTargets,
  type LevelTargets,
  planBookMessage,
} from "./book-plan.ts";

/** The values that messages of a topic have at some pointers. */
export interface TopicConditions {
  readonly slots: readonly number[];
  readonly texts: readonly Template[];
}

/** How the books of a kind are kept. */
export interface BookKind {
  readonly rule: FeedBook;
  readonly snapshots: ReadonlyMap<string, BookPlan>;
  readonly updates: ReadonlyMap<string, BookPlan>;
  /** The slots of checksums, by message. */
  readonly checksums: ReadonlyMap<string, number>;
}

/** How the answer of an operation is read as a snapshot. */
export interface AnswerPlan {
  readonly scanner: FrameScanner;
  readonly plan: BookPlan;
  /** The slot of the number that the snapshot includes. */
  readonly at: number;
}

/** A kind of topic, such as the books of all markets. */
export interface TopicKind {
  readonly name: string;
  readonly rule: FeedTopic;
  /** Absent if the server sends the topic without a request. */
  readonly subscribe?: Template;
  readonly unsubscribe?: Template;
  readonly where: TopicConditions;
  readonly acknowledged?: TopicConditions;
  readonly usesAlias: boolean;
  readonly snapshot?: FeedSnapshot;
  readonly request?: Template;
  readonly book?: BookKind;
  /** How the answer of the operation that returns a snapshot is read. */
  readonly answer?: AnswerPlan;
}

/** Prepares the kinds of topics. */
export function prepareTopicKinds(
  feed: FeedDescriptor,
  slots: FrameSlots,
  targets: LevelTargets,
): ReadonlyMap<string, TopicKind> {
  const kinds = Object.entries(feed.subscription.topics).map(([name, rule]): TopicKind => {
    const { subscribe, unsubscribe, where, acknowledged } = rule;
    const snapshot = feed.snapshots?.[name];
    const book = feed.books?.[name];
    return {
      name,
      rule,
      ...(subscribe !== undefined && { subscribe: compileTemplate(subscribe) }),
      ...(unsubscribe !== undefined && { unsubscribe: compileTemplate(unsubscribe) }),
      where: prepareConditions(where, slots),
      ...(acknowledged !== undefined && { acknowledged: prepareConditions(acknowledged, slots) }),
      usesAlias: Object.values(where).some((text) => compileTemplate(text).names.includes("alias")),
      ...(snapshot !== undefined && { snapshot }),
      ...(snapshot?.request !== undefined && { request: compileTemplate(snapshot.request) }),
      ...(book !== undefined && { book: prepareBook(book, slots, targets) }),
      ...(book !== undefined && snapshot !== undefined && planAnswer(book, snapshot)),
    };
  });
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

/** Returns the texts that a topic's frames have, as one key; undefined if a value has no text. */
export function conditionKey({ texts }: TopicConditions, values: TemplateValues): string {
  return texts.map((template) => String(template.fill(values))).join("\n");
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
  const plans = (messages: FeedBook["snapshots"]): ReadonlyMap<string, BookPlan> =>
    new Map(
      Object.entries(messages).map(([message, places]) => [
        message,
        planBookMessage(rule, places, slots, targets),
      ]),
    );
  return {
    rule,
    snapshots: plans(rule.snapshots),
    updates: plans(rule.updates),
    checksums: new Map(
      Object.entries(rule.checksum?.at ?? {}).map(([message, pointer]) => [
        message,
        slots.slotOf(pointer),
      ]),
    ),
  };
}
