// Reads a request of a client by the templates of the contract.

import { compileMatcher, pointerSteps, type TemplateValues, valueAt } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type {
  FeedDescriptor,
  FeedTemplate,
  RequestDescriptor,
} from "@specwright/runtime/transport";
import { readClientFrame } from "../../connection/read-client-frame.ts";
import { placeAt } from "../frames/place-at.ts";
import { type LooseMatch, matchLoosely } from "./match-loosely.ts";
import { refuseBySchema } from "./refuse-by-schema.ts";
import type { ServedKind } from "./topic-kinds.ts";

/** How to answer a sign of life: with a message or a text. */
export interface BeatReply {
  readonly answer?: string | undefined;
  readonly answerText?: string | undefined;
}

/** A topic that a request names, read as one kind of topic. The same request may match several kinds. */
export interface NamedTopic {
  readonly kind: ServedKind;
  readonly values: TemplateValues;
}

/** The meaning of a request. */
export type FeedRequest =
  /** A request of `setup`, or a sign of life. */
  | ({ readonly type: "setup" | "beat" } & BeatReply)
  | {
      readonly type: "subscribe" | "unsubscribe" | "snapshot";
      /** The named topics. Each element lists the kinds that the topic may have. */
      readonly topics: readonly (readonly NamedTopic[])[];
    }
  /** A request that expects a reply. */
  | {
      readonly type: "operation";
      readonly request: RequestDescriptor;
      readonly message: unknown;
    }
  /** A request that the contract does not define, or that breaks its schema. `text` is the reason. */
  | { readonly type: "unknown"; readonly text: string };

/** Reads a request. `value` is the parsed JSON, and `text` is the original text. */
export type RequestReader = (value: unknown, text: string) => FeedRequest;

type Purpose = "snapshot" | "unsubscribe" | "subscribe";

const PURPOSES: readonly Purpose[] = ["snapshot", "unsubscribe", "subscribe"];

/**
 * Creates the reader of requests. The reader first tries all templates exactly. Then it tries them with
 * settings that the client may choose.
 */
export function createRequestReader(
  channel: ChannelDescriptor,
  { subscription }: FeedDescriptor,
  kinds: readonly ServedKind[],
): RequestReader {
  const setups = (subscription.setup ?? []).map(({ payload, accepted }) => ({
    payload,
    matcher: compileMatcher(payload, { optional: ["id"] }),
    request: { type: "setup", answer: accepted } as const,
  }));
  const beats = (channel.heartbeats ?? []).flatMap((beat) => {
    const payload = beat.from === "client" ? beat.payload : beat.answer;
    if (payload === undefined) return [];
    const { answer, answerText }: BeatReply = beat.from === "client" ? beat : {};
    const request = { type: "beat", answer, answerText } as const;
    return [{ payload, matcher: compileMatcher(payload), request }];
  });

  function readExactly(value: unknown): FeedRequest | undefined {
    const found = [...setups, ...beats].find(({ matcher }) => matcher.match(value) !== undefined);
    if (found !== undefined) return found.request;
    for (const type of PURPOSES) {
      const topics = findTopics(value, kinds, (kind, each) => {
        const values = (type === "snapshot" ? kind.request : kind[type])?.match(each);
        return values && { values, constants: 0 };
      });
      if (topics !== undefined) return { type, topics };
    }
    return undefined;
  }

  /**
   * Finds the template with the most constants in common with a request. Returns undefined if none matches.
   */
  function readLoosely(value: unknown): FeedRequest | undefined {
    const candidates: { readonly request: FeedRequest; readonly constants: number }[] = [];
    for (const { payload, request } of [...setups, ...beats]) {
      const found = matchLoosely(payload, value, { settings: request.type === "setup" });
      if (found !== undefined) candidates.push({ request, constants: found.constants });
    }
    for (const type of PURPOSES) {
      const found = findTopics(value, kinds, (kind, each) => {
        const template = requestTemplate(kind, type);
        if (template === undefined) return undefined;
        return matchLoosely(template, each, { optional: kind.optional });
      });
      if (found === undefined) continue;
      const topics = found.map(mostSpecific);
      const isClear = type !== "subscribe" || topics.every(({ length }) => length === 1);
      const constants = Math.min(...topics.map(([first]) => first?.constants ?? 0));
      if (isClear) candidates.push({ request: { type, topics }, constants });
    }
    const most = Math.max(1, ...candidates.map(({ constants }) => constants));
    const [best, ...others] = candidates.filter(({ constants }) => constants === most);
    return others.length === 0 ? best?.request : undefined;
  }

  return (value, text) => {
    const refused = refuseBySchema(channel, value);
    const unknown = refused?.text ?? "Unknown request.";
    if (refused?.mayBeTopic === false) return { type: "unknown", text: unknown };
    return (
      readExactly(value) ??
      readOperation(channel, text) ??
      readLoosely(value) ?? { type: "unknown", text: unknown }
    );
  };
}

/** Finds the request with a reply whose message matches a text. */
function readOperation(channel: ChannelDescriptor, text: string): FeedRequest | undefined {
  if (channel.requests === undefined) return undefined;
  const frame = readClientFrame(channel, Buffer.from(text), false);
  if (!frame.ok) return undefined;
  const request = channel.requests.find(({ messages }) => messages.includes(frame.id));
  return request && { type: "operation", request, message: frame.message };
}

function requestTemplate(
  { rule, snapshot }: ServedKind,
  purpose: Purpose,
): FeedTemplate | undefined {
  return purpose === "snapshot" ? snapshot?.request : rule[purpose];
}

/** Returns the topics whose templates have the most constants that match the request. */
function mostSpecific(topics: readonly FoundTopic[]): readonly FoundTopic[] {
  const most = Math.max(...topics.map(({ constants }) => constants));
  return topics.filter(({ constants }) => constants === most);
}

type FoundTopic = NamedTopic & Pick<LooseMatch, "constants">;
type FindMatch = (kind: ServedKind, value: unknown) => LooseMatch | undefined;

function findTopics(
  value: unknown,
  kinds: readonly ServedKind[],
  match: FindMatch,
): readonly (readonly FoundTopic[])[] | undefined {
  const one = findKinds(value, kinds, match);
  if (one.length > 0) return [one];
  const lists = new Set(kinds.flatMap(({ rule: { list } }) => list ?? []));
  for (const list of lists) {
    const items: unknown = valueAt(value, list);
    if (!Array.isArray(items) || items.length < 2) continue;
    const sharing = kinds.filter(({ rule }) => rule.list === list);
    const topics = items.map((item: unknown) =>
      findKinds(placeAt(value, pointerSteps(list), [item]), sharing, match),
    );
    if (topics.every((found) => found.length > 0)) return topics;
  }
  return undefined;
}

function findKinds(
  value: unknown,
  kinds: readonly ServedKind[],
  match: FindMatch,
): readonly FoundTopic[] {
  return kinds.flatMap((kind): readonly FoundTopic[] => {
    const found = match(kind, value);
    if (found === undefined) return [];
    // The id may have any type, because answers repeat it unchanged.
    const isPart = ([name, each]: readonly [string, unknown]): boolean =>
      name === "id" || (each !== null && typeof each !== "object");
    return Object.entries(found.values).every(isPart) ? [{ kind, ...found }] : [];
  });
}
