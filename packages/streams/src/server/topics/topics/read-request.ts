// What a request of a client asks for, by the templates of the contract.

import {
  compileMatcher,
  pointerSteps,
  type TemplateMatcher,
  type TemplateValues,
  valueAt,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import { placeAt } from "../frames/place-at.ts";
import type { ServedKind } from "./topic-kinds.ts";

/** A topic that a request names; there may be several kinds that it could be of. */
export interface NamedTopic {
  readonly kind: ServedKind;
  readonly values: TemplateValues;
}

/** What a request asks for. */
export type FeedRequest =
  /** What has to come first, or a sign of life, with the message that answers it. */
  | { readonly type: "setup" | "beat"; readonly answer: string | undefined }
  | {
      readonly type: "subscribe" | "unsubscribe" | "snapshot";
      /** The topics, each with the kinds that fit. */
      readonly topics: readonly (readonly NamedTopic[])[];
    }
  | { readonly type: "unknown" };

/** Reads requests. */
export type RequestReader = (value: unknown) => FeedRequest;

/** Prepares a reader of requests. */
export function createRequestReader(
  { heartbeats = [] }: ChannelDescriptor,
  { subscription }: FeedDescriptor,
  kinds: readonly ServedKind[],
): RequestReader {
  const setups = (subscription.setup ?? []).map(({ payload, accepted }) => ({
    matcher: compileMatcher(payload, { optional: ["id"] }),
    request: { type: "setup", answer: accepted } as const,
  }));
  const beats = heartbeats.flatMap((beat) => {
    const payload = beat.from === "client" ? beat.payload : beat.answer;
    if (payload === undefined) return [];
    const answer = beat.from === "client" ? beat.answer : undefined;
    return [{ matcher: compileMatcher(payload), request: { type: "beat", answer } as const }];
  });
  const purposes = ["snapshot", "unsubscribe", "subscribe"] as const;
  const matcherOf = (kind: ServedKind, purpose: (typeof purposes)[number]) =>
    purpose === "snapshot" ? kind.request : kind[purpose];

  return (value) => {
    for (const { matcher, request } of [...setups, ...beats]) {
      if (matcher.match(value) !== undefined) return request;
    }
    for (const type of purposes) {
      const topics = findTopics(value, kinds, (kind) => matcherOf(kind, type));
      if (topics !== undefined) return { type, topics };
    }
    return { type: "unknown" };
  };
}

type FindMatcher = (kind: ServedKind) => TemplateMatcher | undefined;

function findTopics(
  value: unknown,
  kinds: readonly ServedKind[],
  matcherOf: FindMatcher,
): readonly (readonly NamedTopic[])[] | undefined {
  const one = findKinds(value, kinds, matcherOf);
  if (one.length > 0) return [one];
  const lists = new Set(kinds.flatMap(({ rule: { list } }) => list ?? []));
  for (const list of lists) {
    const items: unknown = valueAt(value, list);
    if (!Array.isArray(items) || items.length < 2) continue;
    const sharing = kinds.filter(({ rule }) => rule.list === list);
    const topics = items.map((item: unknown) =>
      findKinds(placeAt(value, pointerSteps(list), [item]), sharing, matcherOf),
    );
    if (topics.every((found) => found.length > 0)) return topics;
  }
  return undefined;
}

function findKinds(
  value: unknown,
  kinds: readonly ServedKind[],
  matcherOf: FindMatcher,
): readonly NamedTopic[] {
  return kinds.flatMap((kind): readonly NamedTopic[] => {
    const values = matcherOf(kind)?.match(value);
    if (values === undefined) return [];
    const isScalar = (each: unknown): boolean => each !== null && typeof each !== "object";
    if (!Object.values(values).every(isScalar)) return [];
    return [{ kind, values }];
  });
}
