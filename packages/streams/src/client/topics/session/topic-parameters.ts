import { type FeedBookHook, StreamError, type TemplateValues } from "@specwright/runtime";
import { completeTopicParameters } from "@specwright/runtime/transport";
import { Topic, type TopicListener } from "./topic.ts";
import type { TopicKind } from "./topic-kind.ts";

/**
 * Finds the kind of a topic by its name, and completes its parameters with their defaults.
 *
 * @throws StreamError `unknown_topic` or `invalid_parameters`.
 */
export function checkTopicParameters(
  kinds: ReadonlyMap<string, TopicKind>,
  name: string,
  given: Readonly<Record<string, unknown>>,
): { readonly kind: TopicKind; readonly values: TemplateValues } {
  const kind = kinds.get(name);
  if (kind === undefined) {
    const known = [...kinds.keys()].join(", ");
    throw new StreamError("unknown_topic", `Unknown topic ${name}. Topics: ${known}.`);
  }
  const { parameters } = kind.rule;
  const completed = completeTopicParameters(name, parameters, given, { allowTexts: false });
  if ("fault" in completed) throw new StreamError("invalid_parameters", completed.fault);
  return { kind, values: completed.values };
}

/** The input of `createTopic` besides the name and the parameters. */
export interface TopicSurroundings {
  readonly hooks: Readonly<Record<string, FeedBookHook>>;
  readonly hasCredentials: boolean;
  /** The names of the schemes of `x-credentials`. */
  readonly schemes: readonly string[];
  readonly listener: TopicListener;
}

/**
 * Creates a topic.
 *
 * @throws StreamError `unknown_topic`, `invalid_parameters`, `missing_hook` or `unauthorized`.
 */
export function createTopic(
  kinds: ReadonlyMap<string, TopicKind>,
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  { hooks, hasCredentials, schemes, listener }: TopicSurroundings,
): Topic {
  const { kind, values } = checkTopicParameters(kinds, name, parameters);
  const hook = kind.book?.rule.hook?.name;
  if (hook !== undefined && hooks[hook] === undefined) {
    const message = `A hook must check the books of ${name}: pass \`hooks: { ${hook} }\` to the transport.`;
    throw new StreamError("missing_hook", message);
  }
  const topic = new Topic(kind, values, listener);
  if (!topic.isPrivate || hasCredentials) return topic;
  const message = `The topic ${name} is private. Pass \`credentials\` to the transport, with one of the schemes ${schemes.join(", ")}.`;
  throw new StreamError("unauthorized", message);
}
