import type { TemplateValues } from "@specwright/runtime";
import {
  checkTopicParameters,
  type FeedPlan,
  type TopicKind,
} from "@specwright/streams/client/protocol";
import { ConformanceError } from "../stimulus/conformance-error.ts";

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
 * Reads topics such as `book symbol=BTC/USD depth=25`. Without any, it takes the examples, or else the
 * topics that need no parameters.
 *
 * @throws ConformanceError `bad_usage` for a topic or parameters that the contract does not have, or if
 * there is nothing to subscribe to.
 */
export function chooseTopics(
  { kinds }: FeedPlan,
  texts: readonly string[],
  examples: readonly FeedTopicChoice[],
): readonly ChosenTopic[] {
  if (texts.length > 0) return texts.map((text) => readTopic(kinds, text));
  const open = examples.filter(({ name }) => kinds.get(name)?.rule.private !== true);
  if (open.length > 0) {
    return open.map(({ name, parameters }) => checkTopicParameters(kinds, name, parameters));
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
  throw new ConformanceError("bad_usage", `which topics? --topic with one of: ${known.join("; ")}`);
}

function readTopic(kinds: FeedPlan["kinds"], text: string): ChosenTopic {
  const [name = "", ...pairs] = text.trim().split(/\s+/);
  const given: Record<string, string | number | boolean> = {};
  for (const pair of pairs) {
    const [key = "", ...rest] = pair.split("=");
    if (rest.length === 0) {
      throw new ConformanceError("bad_usage", `--topic ${text}: ${pair} is not NAME=VALUE`);
    }
    const value = rest.join("=");
    const example = kinds.get(name)?.rule.parameters[key]?.default;
    given[key] = typeof example === "number" ? Number(value) : value;
  }
  try {
    return checkTopicParameters(kinds, name, given);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConformanceError("bad_usage", `--topic ${text}: ${why}`, { cause });
  }
}
