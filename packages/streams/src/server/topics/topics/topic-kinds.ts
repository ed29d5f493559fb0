// The kinds of topics of a contract, prepared for a server.

import {
  compileMatcher,
  compileTemplate,
  type Template,
  type TemplateMatcher,
} from "@specwright/runtime";
import {
  type FeedBook,
  type FeedCounter,
  type FeedDescriptor,
  type FeedPointer,
  type FeedSnapshot,
  type FeedTemplate,
  type FeedTopic,
  messageLocation,
} from "@specwright/runtime/transport";
import { createLevelWriter, type LevelWriter } from "../books/level-frames.ts";
import { FeedServerError } from "../feed-server-error.ts";
import type { MessagePlans } from "../frames/message-plans.ts";
import { isCounted } from "../numbering.ts";

/** Templates of values, each with the pointer at which the value is written. */
export type PlaceTemplates = readonly (readonly [FeedPointer, Template])[];

/** The writers for the messages of a book. */
export interface BookWriters {
  readonly rule: FeedBook;
  readonly snapshots: ReadonlyMap<string, LevelWriter>;
  readonly updates: ReadonlyMap<string, LevelWriter>;
  readonly answer?: LevelWriter;
  /** The messages that contain a checksum but no levels. */
  readonly checks: readonly string[];
}

/** A kind of topic, prepared for a server. */
export interface ServedKind {
  readonly name: string;
  readonly rule: FeedTopic;
  /** The placeholders that requests may omit. */
  readonly optional: readonly string[];
  readonly subscribe: TemplateMatcher;
  readonly unsubscribe?: TemplateMatcher;
  /** Matches requests for a new snapshot. */
  readonly request?: TemplateMatcher;
  /**
   * Returns the values by which clients recognise the topic of a message. All subscribers share these
   * values. `whereAlias` returns the values with an alias, which differ between subscriptions.
   */
  readonly where: (message: string) => PlaceTemplates;
  readonly whereAlias: (message: string) => PlaceTemplates;
  readonly acknowledged: PlaceTemplates;
  readonly refused: PlaceTemplates;
  readonly snapshot?: FeedSnapshot;
  readonly book?: BookWriters;
  /**
   * The counters whose numbers all subscribers of a topic share. For the `own` counters, each subscription
   * has its own numbers.
   */
  readonly shared: readonly FeedCounter[];
  readonly own: readonly FeedCounter[];
}

/** Prepares the kinds of topics. @throws FeedServerError `contract_unclear`. */
export function prepareKinds(
  feed: FeedDescriptor,
  plans: MessagePlans,
): ReadonlyMap<string, ServedKind> {
  const kinds = Object.entries(feed.subscription.topics).flatMap(([name, rule]): ServedKind[] => {
    const { subscribe } = rule;
    // A topic without a `subscribe` template begins with the login, so there is no request to answer.
    if (subscribe === undefined) return [];
    const optional = Object.entries(rule.parameters).flatMap(([key, { default: standard }]) =>
      standard === undefined ? [] : [key],
    );
    const matcher = (template: FeedTemplate): TemplateMatcher =>
      compileMatcher(template, { optional: [...optional, "id"] });
    const { acknowledged = {}, refused } = rule;
    const snapshot = feed.snapshots?.[name];
    const book = feed.books?.[name];
    const places = new Map(
      rule.messages.map((message) => [
        message,
        compileTemplates(messageLocation(rule.where, message)),
      ]),
    );
    const usesAlias = ([, { names }]: PlaceTemplates[number]): boolean => names.includes("alias");
    const perTopic = feed.subscription.acknowledgement?.per === "topic";
    const counters = feed.counters.filter(
      (counter) =>
        counter.scope === "topic" && rule.messages.some((each) => isCounted(counter, each)),
    );
    // Numbers that only rise, such as times, continue for new subscriptions.
    const isShared = (counter: FeedCounter): boolean =>
      counter.step === "rising" ||
      (counter.first === undefined &&
        Object.keys(book?.snapshots ?? {}).every((each) => !isCounted(counter, each)));
    const kind: ServedKind = {
      // In the types of a generated client, topics have the names of the methods.
      name: rule.method ?? name,
      rule,
      optional,
      subscribe: matcher(subscribe),
      ...(rule.unsubscribe !== undefined && { unsubscribe: matcher(rule.unsubscribe) }),
      ...(snapshot?.request !== undefined && { request: matcher(snapshot.request) }),
      where: selectPlaces(places, (place) => !usesAlias(place)),
      whereAlias: selectPlaces(places, usesAlias),
      acknowledged: compileTemplates(acknowledged),
      refused: compileTemplates(refused ?? (perTopic ? acknowledged : {})),
      ...(snapshot !== undefined && { snapshot }),
      ...(book !== undefined && { book: prepareBook(book, plans) }),
      shared: counters.filter(isShared),
      own: counters.filter((counter) => !isShared(counter)),
    };
    checkSnapshot(kind);
    return [kind];
  });
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

function selectPlaces(
  places: ReadonlyMap<string, PlaceTemplates>,
  fits: (place: PlaceTemplates[number]) => boolean,
): (message: string) => PlaceTemplates {
  const selected = new Map([...places].map(([message, all]) => [message, all.filter(fits)]));
  return (message) => selected.get(message) ?? [];
}

function compileTemplates(templates: Readonly<Record<FeedPointer, FeedTemplate>>): PlaceTemplates {
  return Object.entries(templates).map(([pointer, template]) => [
    pointer,
    compileTemplate(template),
  ]);
}

function prepareBook(rule: FeedBook, plans: MessagePlans): BookWriters {
  const writers = (
    messages: FeedBook["snapshots"],
    whole: boolean,
  ): ReadonlyMap<string, LevelWriter> =>
    new Map(
      Object.entries(messages).map(([id, message]) => [
        id,
        createLevelWriter({
          rule,
          message,
          whole,
          formAt: (pointer) => plans.formAt(id, pointer),
        }),
      ]),
    );
  const [model] = Object.entries({ ...rule.updates, ...rule.snapshots });
  const { answer } = rule;
  return {
    rule,
    snapshots: writers(rule.snapshots, true),
    updates: writers(rule.updates, false),
    // The contract has no schema for the answer, so numbers are written as in frames.
    ...(answer !== undefined && {
      answer: createLevelWriter({
        rule,
        message: answer,
        whole: true,
        formAt: (pointer) => formLike(pointer, rule, model, plans),
      }),
    }),
    checks: Object.keys(rule.checksum?.at ?? {}).filter(
      (message) => !Object.hasOwn(rule.snapshots, message) && !Object.hasOwn(rule.updates, message),
    ),
  };
}

/** Returns how the messages write a part of a level, its price or its quantity. */
function formLike(
  pointer: FeedPointer,
  rule: FeedBook,
  model: readonly [string, FeedBook["snapshots"][string]] | undefined,
  plans: MessagePlans,
): "number" | "text" {
  if (model === undefined) return "number";
  const [id, message] = model;
  const list = message.levels ?? message.bids ?? message.asks ?? "";
  const first = message.one === true ? list : `${list}/0`;
  const part = pointer.endsWith(rule.price)
    ? (message.price ?? rule.price)
    : (message.quantity ?? rule.quantity);
  return plans.formAt(id, first + part);
}

function checkSnapshot({ name, snapshot, book, shared }: ServedKind): void {
  if (snapshot?.source !== "http" || book === undefined) return;
  const missing =
    snapshot.operation === undefined || snapshot.at === undefined
      ? "operation and number of its snapshot"
      : book.answer === undefined
        ? "levels of the answer in x-book"
        : shared.length === 0
          ? "counter of its updates with the scope topic"
          : undefined;
  if (missing === undefined) return;
  throw new FeedServerError(
    "contract_unclear",
    `The snapshot of the topic ${name} comes over HTTP, and the contract lacks the ${missing}.`,
  );
}
