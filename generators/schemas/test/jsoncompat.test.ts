// The schema cases of jsoncompat (https://github.com/ostrowr/jsoncompat, MIT) in ../shared/suites.
// jsoncompat-differences.json lists the cases in which we disagree, with reasons.

import { existsSync, readFileSync } from "node:fs";
import type { Containment } from "@specwright/schemas";
import { describe, expect, test } from "vitest";
import { compareSchemas } from "../src/compare-schemas.ts";
import { schemasOf } from "./schemas-of.ts";

interface Case {
  readonly name: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly expect: { readonly serializer: boolean; readonly deserializer: boolean };
}

interface Difference {
  readonly name: string;
  readonly serializer: Containment["verdict"];
  readonly deserializer: Containment["verdict"];
  readonly reason: string;
}

const suite = new URL("../../../../shared/suites/api-diff/jsoncompat-cases.json", import.meta.url);
const cases: readonly Case[] = existsSync(suite) ? readCases(readFileSync(suite, "utf8")) : [];
const differences: readonly Difference[] = JSON.parse(
  readFileSync(new URL("jsoncompat-differences.json", import.meta.url), "utf8"),
);

/** Reads the cases with all digits of large integers. */
function readCases(text: string): readonly Case[] {
  const exact = text.replaceAll(/(?<=[[\s:])-?\d{16,}(?=[\],}\s])/g, '{"integer":"$&"}');
  const { schemas } = JSON.parse(exact, (_key, value: unknown) =>
    typeof value === "object" && value !== null && "integer" in value
      ? BigInt(String(value.integer))
      : value,
  );
  return schemas;
}

describe.skipIf(cases.length === 0)("jsoncompat", () => {
  test.each(cases)("$name", async (each) => {
    const [old, revised] = await schemasOf(each.old, each.new);
    if (old === undefined || revised === undefined) throw new Error("no schemas");
    const { baseInRevision, revisionInBase } = compareSchemas(old, revised);
    const verdict = (isCompatible: boolean) => (isCompatible ? "proved" : "refuted");
    const difference = differences.find(({ name }) => name === each.name);
    expect({ serializer: revisionInBase.verdict, deserializer: baseInRevision.verdict }).toEqual({
      serializer: difference?.serializer ?? verdict(each.expect.serializer),
      deserializer: difference?.deserializer ?? verdict(each.expect.deserializer),
    });
  });

  test("every listed difference is a difference", () => {
    for (const { name, serializer, deserializer } of differences) {
      const wanted = cases.find((each) => each.name === name)?.expect;
      expect([wanted?.serializer, wanted?.deserializer]).not.toEqual([
        serializer === "proved",
        deserializer === "proved",
      ]);
    }
  });
});
