// Plans the requests that subscribe to waiting topics. If the contract has a list for topics, one request
// may subscribe to several topics.

import { pointerSteps, type TemplateValue, valueAt } from "@specwright/runtime";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import type { RequestId } from "./requests.ts";
import type { Topic } from "./topic.ts";

/** A request that subscribes to topics. */
export interface PlannedRequest {
  readonly topics: readonly Topic[];
  build(id: RequestId): TemplateValue;
}

/** If the contract sets no limit, a request has at most this number of topics. */
const TOPICS_PER_REQUEST = 50;

/** Plans the requests. Topics share a request if only the items of the list differ. */
export function planSubscriptions(
  { subscription: { limits } }: FeedDescriptor,
  waiting: readonly Topic[],
): PlannedRequest[] {
  const batches = new Map<string, Topic[]>();
  for (const [at, topic] of waiting.entries()) {
    const { list } = topic.kind.rule;
    const key =
      list === undefined || topic.isAlone
        ? String(at)
        : JSON.stringify(replaceAt(subscribePayload(topic, 0), pointerSteps(list), []));
    batches.set(key, [...(batches.get(key) ?? []), topic]);
  }
  const size = limits?.topicsPerRequest ?? TOPICS_PER_REQUEST;
  return [...batches.values()].flatMap((topics) =>
    Array.from({ length: Math.ceil(topics.length / size) }, (_, part) =>
      planRequest(topics.slice(part * size, (part + 1) * size)),
    ),
  );
}

function planRequest(topics: readonly Topic[]): PlannedRequest {
  return {
    topics,
    build(id) {
      const [first = null, ...others] = topics.map((topic) => subscribePayload(topic, id));
      const list = topics[0]?.kind.rule.list;
      if (list === undefined || others.length === 0) return first;
      const items = [first, ...others].flatMap((payload) => listAt(payload, list));
      return replaceAt(first, pointerSteps(list), items);
    },
  };
}

function subscribePayload({ kind, values }: Topic, id: RequestId): TemplateValue {
  return kind.subscribe?.fill({ ...values, id }) ?? null;
}

function listAt(payload: TemplateValue, pointer: string): readonly TemplateValue[] {
  const found = valueAt(payload, pointer);
  return Array.isArray(found) ? found : [];
}

function replaceAt(
  payload: TemplateValue,
  [step, ...others]: readonly (string | number)[],
  value: TemplateValue,
): TemplateValue {
  if (step === undefined) return value;
  if (typeof payload !== "object" || payload === null) return payload;
  if (isList(payload)) {
    return payload.map((item, at) => (at === step ? replaceAt(item, others, value) : item));
  }
  return Object.fromEntries(
    Object.entries(payload).map(([name, member]) => [
      name,
      name === String(step) ? replaceAt(member, others, value) : member,
    ]),
  );
}

function isList(value: object): value is readonly TemplateValue[] {
  return Array.isArray(value);
}
