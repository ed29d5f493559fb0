// Puts the findings of the official AsyncAPI parser into plain words: it passes on those of its
// JSON Schema validator, which speak of properties, indexes and alternatives.

/** Rewrites one kind of message; `$1` and so on are what was captured. */
type Rewording = readonly [pattern: RegExp, words: string];

const rewordings: readonly Rewording[] = [
  [/^.*must have required property ['"](?:oneOf|\$ref)['"]$/, "NAME has none of the allowed forms"],
  [/^.*must have required property ['"]([^'"]+)['"]$/, 'NAME needs the field "$1"'],
  [/^Property ['"]([^'"]+)['"] is not expected to be here.*$/, 'there is no field "$1" here'],
  [
    /^.*must be equal to one of the allowed values: (.*?)(\. Did you mean .*)?$/,
    "NAME must be one of $1$2",
  ],
  [/^.*must be equal to constant(?: (.*))?$/, "NAME must be $1"],
  [
    /^.*(?:property type must be|must be) (string|integer|number|boolean|object|array|null)$/,
    "NAME must be of the type $1",
  ],
  [/^.*must match format ['"]?([\w-]+)['"]?$/, "NAME must have the format $1"],
  [/^.*must match pattern (.*)$/, "NAME must match the pattern $1"],
  [
    /^.*must (?:match exactly one schema in oneOf|match a schema in anyOf|match ["'](?:then|else)["'] schema|NOT be valid).*$/,
    "NAME has none of the allowed forms",
  ],
  [
    /^.*must NOT have (fewer|more) than (\d+) (items|properties|characters)$/,
    "NAME must not have $1 than $2 $3",
  ],
];

/** Returns a finding in plain words. `path` is the place that it is about. */
export function wordFinding(message: string, path: readonly (string | number)[]): string {
  for (const [pattern, words] of rewordings) {
    if (!pattern.test(message)) continue;
    return message
      .replace(pattern, words)
      .replace("NAME", () => nameOf(path))
      .trim();
  }
  return message;
}

/** Names a place by its key, and that in a list with its number: `"messages[0]"`. */
function nameOf(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (last === undefined) return "the document";
  const isIndex = /^\d+$/.test(String(last)) && path.length > 1;
  return JSON.stringify(isIndex ? `${path.at(-2)}[${last}]` : String(last));
}

/** Reports whether a finding is about a field that the specification does not have. */
export function isUnknownField(message: string): boolean {
  return /^Property .* is not expected to be here/.test(message);
}

/**
 * Reports whether a finding only says that a value is not the other alternative: that a message is no
 * list of messages.
 */
export function isAlternative(message: string): boolean {
  return /must have required property ['"](?:oneOf|\$ref)['"]$/.test(message);
}
