// A tag selects the branch of a union; the branch is then checked completely.

import { expect, test } from "vitest";
import { generateCodecs } from "./generated-codecs.ts";

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const rule = (type: string) => ({
  type: "object",
  required: ["type"],
  properties: { type: { type: "string", enum: [type] } },
});

const schemas = {
  Creation: rule("creation"),
  Update: {
    ...rule("update"),
    properties: { ...rule("update").properties, depth: { type: "integer" } },
  },
  Source: { type: "object", required: ["source"], properties: { source: text } },
  Rule: {
    oneOf: [
      { allOf: [ref("Creation"), ref("Source")] },
      { allOf: [ref("Update"), ref("Source")] },
      rule("deletion"),
    ],
  },
};

const { codecs } = await generateCodecs("tagged-unions", schemas);

test.each([
  [{ type: "creation", source: "a" }, true],
  [{ type: "creation" }, false],
  [{ type: "creation", source: 1 }, false],
  [{ type: "update", source: "a", depth: 1 }, true],
  [{ type: "update", source: "a", depth: "1" }, false],
  [{ type: "update", depth: 1 }, false],
  [{ type: "deletion" }, true],
  [{ type: "other", source: "a" }, false],
])("a branch of several schemas: %j is one: %j", (value, want) => {
  const { compact, stream } = codecs("Rule");
  expect(compact.is(value)).toBe(want);
  const issues = compact.validate(value);
  expect(issues.length === 0).toBe(want);
  const text = JSON.stringify(value);
  for (const codec of [compact, stream]) {
    if (want) expect(codec.decode(text)).toEqual(value);
    else expect(() => codec.decode(text)).toThrow("decode");
  }
});
