import type { TemplateValues } from "@specwright/runtime";
import {
  checkTopicParameters,
  type FeedPlan,
  Topic,
  type TopicKind,
} from "@specwright/streams/client/protocol";
import { ConformanceError } from "../report/conformance-error.ts";

/** A topic that the kit subscribes to. */
export interface ChosenTopic {
  readonly kind: TopicKind;
  readonly values: TemplateValues;
}

/** A topic of a contract with values of its parameters. */
export interface FeedTopicChoice {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Reads topics such as `book symbol=BTC/USD depth=25`. If no topics are given, chooses the examples. If
 * there are no examples, chooses the topics that need no parameters.
 *
 * @throws ConformanceError `bad_usage` if the contract does not have a topic or its parameters, or if the
 * kit cannot subscribe to any topic.
 */
export function chooseTopics(
  { kinds }: FeedPlan,
  texts: readonly string[],
  examples: readonly FeedTopicChoice[],
): readonly ChosenTopic[] {
  if (texts.length > 0) {
    const named = texts.map((text) => readTopic(kinds, text, examples));
    const alike = named.findIndex((one, at) =>
      named.slice(0, at).some((other) => areIndistinguishable(one, other)),
    );
    if (alike === -1) return named;
    const why =
      "its frames look like frames of another topic: run the kit separately for each topic";
    throw new ConformanceError("bad_usage", `--topic ${texts[alike]}: ${why}`);
  }
  const open = examples.filter(({ name }) => kinds.get(name)?.rule.private !== true);
  if (open.length > 0) {
    const all = open.map(({ name, parameters }) => checkTopicParameters(kinds, name, parameters));
    // If the frames of several topics look the same, the connection subscribes only to the first of these
    // topics.
    return all.filter(
      (one, at) => !all.slice(0, at).some((other) => areIndistinguishable(one, other)),
    );
  }
  const chosen = [...kinds.values()].flatMap(({ name, rule }) => {
    const needed = Object.values(rule.parameters).filter((one) => one.default === undefined);
    return needed.length > 0 || rule.private === true ? [] : [readTopic(kinds, name)];
  });
  if (chosen.length > 0) return chosen;
  const known = [...kinds.values()].map(({ name, rule }) =>
    [
      name,
      ...Object.entries(rule.parameters).map(([parameter, { default: usual }]) =>
        usual === undefined ? `${parameter}=…` : `[${parameter}=${usual}]`,
      ),
    ].join(" "),
  );
  throw new ConformanceError(
    "bad_usage",
    `missing topics: pass --topic with one of: ${known.join("; ")}`,
  );
}

function readTopic(
  kinds: FeedPlan["kinds"],
  text: string,
  examples: readonly FeedTopicChoice[] = [],
): ChosenTopic {
  const [name = "", ...pairs] = text.trim().split(/\s+/);
  const given: Record<string, string | number | boolean> = {};
  for (const pair of pairs) {
    const [key = "", ...rest] = pair.split("=");
    if (rest.length === 0) {
      throw new ConformanceError("bad_usage", `--topic ${text}: ${pair} is not NAME=VALUE`);
    }
    const value = rest.join("=");
    const usual = kinds.get(name)?.rule.parameters[key]?.default;
    const example = usual ?? examples.find((one) => one.name === name)?.parameters[key];
    given[key] = typeof example === "number" ? Number(value) : value;
  }
  try {
    return checkTopicParameters(kinds, name, given);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConformanceError("bad_usage", `--topic ${text}: ${why}`, { cause });
  }
}

/** Reports whether the frames of two topics cannot be told apart. */
function areIndistinguishable(one: ChosenTopic, other: ChosenTopic): boolean {
  const [first, second] = [one, other].map(({ kind, values }) => new Topic(kind, values, {}));
  return first !== undefined && second !== undefined && first.isLike(second);
}
