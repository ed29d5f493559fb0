// The OpenAPI cases of jsoncompat (https://github.com/ostrowr/jsoncompat, MIT) in ../shared/suites.
// jsoncompat-openapi-differences.json lists the cases in which we disagree.

import { existsSync, readFileSync } from "node:fs";
import { compareContracts } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-of.ts";

interface Case {
  readonly name: string;
  readonly old: object;
  readonly new: object;
  readonly expect: { readonly compatible: boolean };
}

const suite = new URL(
  "../../../../../shared/suites/api-diff/jsoncompat-cases.json",
  import.meta.url,
);
const cases: readonly Case[] = existsSync(suite)
  ? JSON.parse(readFileSync(suite, "utf8")).openapi
  : [];

/** The reasons of differences. */
const differences: ReadonlyMap<string, string> = new Map([
  [
    "response_anyof_optional_field_removed",
    "No value is new, but a client that reads the property gets it no more.",
  ],
]);

describe.skipIf(cases.length === 0)("jsoncompat, OpenAPI", () => {
  test.each(cases)("$name", async (each) => {
    const changes = compareContracts(await contractOf(each.old), await contractOf(each.new));
    const breaking = changes.filter(
      ({ class: found, surface }) =>
        surface === "wire" && (found === "breaking" || found === "potentially-breaking"),
    );
    expect(breaking.length === 0).toBe(each.expect.compatible !== differences.has(each.name));
  });
});
