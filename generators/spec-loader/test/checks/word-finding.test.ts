// The findings of the AsyncAPI parser in plain words.

import { expect, it } from "vitest";
import { wordFinding } from "../../src/checks/word-finding.ts";

const none = '"payload" has none of the allowed forms';

it.each<readonly [message: string, words: string]>([
  ['"payload" property must match "then" schema', none],
  ['"payload" property must match "else" schema', none],
  ["must match exactly one schema in oneOf", none],
  ['"payload" property must have required property "type"', '"payload" needs the field "type"'],
])("%s", (message, words) => {
  expect(wordFinding(message, ["messages", "payload"])).toBe(words);
});
