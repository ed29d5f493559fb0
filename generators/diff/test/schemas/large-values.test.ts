// Values beyond 2^53 are compared digit by digit.

import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

const [even, odd] = [2n ** 60n, 2n ** 60n + 1n];

describe("31.5 integers that are the same double", () => {
  const cases: readonly (readonly [
    name: string,
    base: object,
    revision: object,
    want: string[],
  ])[] = [
    ["const", { const: even }, { const: odd }, ["const-changed breaking"]],
    [
      "enum",
      { enum: [even, 1] },
      { enum: [odd, 1] },
      ["enum-value-added breaking", "enum-value-removed breaking"],
    ],
    ["a list in const", { const: [even] }, { const: [odd] }, ["const-changed breaking"]],
    [
      "x-extensible-enum",
      { type: "integer", "x-extensible-enum": [even, 1] },
      { type: "integer", "x-extensible-enum": [odd, 1] },
      ["extensible-enum-value-removed breaking", "extensible-enum-value-added non-breaking"],
    ],
    ["a double of the same value", { const: 10n ** 20n }, { const: 1e20 }, []],
  ];
  test.each(cases)("%s", async (_name, base, revision, want) => {
    const changes = await schemaChangesOf({ Root: base }, { Root: revision }, [
      "request",
      "response",
    ]);
    expect(changes.map(({ ruleId, class: each }) => `${ruleId} ${each}`)).toEqual(want);
  });
});
