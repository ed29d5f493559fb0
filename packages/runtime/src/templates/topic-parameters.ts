import type { FeedTopic } from "../codegen/feed.ts";

type Scalar = string | number | boolean;
type ParameterRule = FeedTopic["parameters"][string];

/**
 * Adds the defaults of missing parameters of a topic, and checks all parameters. Returns an error text if
 * they are invalid. With `allowTexts`, numbers and booleans may be texts, as in a request that joins
 * parameters to one text.
 */
export function completeTopicParameters(
  topic: string,
  rules: FeedTopic["parameters"],
  given: Readonly<Record<string, unknown>>,
  { allowTexts }: { readonly allowTexts: boolean },
): { readonly values: Readonly<Record<string, Scalar>> } | { readonly fault: string } {
  const known = Object.keys(rules);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const names = known.length === 0 ? "(none)" : known.join(", ");
    return { fault: `Unknown parameter ${unknown} of the topic ${topic}. Parameters: ${names}.` };
  }
  const values: Record<string, Scalar> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = given[name] ?? rule.default;
    const wanted = expectedValue(rule, value, allowTexts);
    if (wanted !== undefined || !isScalar(value)) {
      const found = value === undefined ? "is missing" : `is not ${wanted}`;
      return { fault: `The parameter ${name} of the topic ${topic} ${found}.` };
    }
    values[name] = value;
  }
  return { values };
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Returns a description of the expected value; undefined if the value is valid. */
function expectedValue(
  { type, enum: words }: ParameterRule,
  value: unknown,
  allowTexts: boolean,
): string | undefined {
  if (words !== undefined) {
    const isWord = words.some((word) =>
      allowTexts ? String(word) === String(value) : word === value,
    );
    return isWord ? undefined : `one of ${words.join(", ")}`;
  }
  const read = allowTexts && typeof value === "string" ? valueIn(value, type) : value;
  switch (type) {
    case "integer":
      return Number.isInteger(read) ? undefined : "an integer";
    case "number":
      return typeof read === "number" && Number.isFinite(read) ? undefined : "a number";
    case "boolean":
      return typeof read === "boolean" ? undefined : "true or false";
    case "string":
      return typeof read === "string" ? undefined : "a text";
    case undefined:
      return isScalar(read) ? undefined : "a text, a number or a boolean";
    default:
      return type satisfies never;
  }
}

function valueIn(text: string, type: ParameterRule["type"]): unknown {
  if (type === undefined || type === "string") return text;
  if (type === "boolean") return text === "true" || (text === "false" ? false : text);
  return text.trim() === "" ? text : Number(text);
}
