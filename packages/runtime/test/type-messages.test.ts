// Messages of issues about numbers of the wrong type.

import { type } from "@specwright/runtime/codegen";
import { expect, it } from "vitest";
import type { RuleIssue } from "../src/checks/rule.ts";
import type { JsonType } from "../src/checks/value-rules.ts";

const cases: readonly (readonly [type: JsonType, value: unknown, message: string])[] = [
  ["int64", 2n ** 63n, "Expected int64, got an integer out of its range"],
  ["int32", 3_000_000_000, "Expected int32, got an integer out of its range"],
  ["uint64", -1n, "Expected uint64, got an integer out of its range"],
  ["int64", 5, "Expected int64, got number"],
  ["int32", 5n, "Expected int32, got bigint"],
  ["int64", 1.5, "Expected int64, got number"],
  ["int64", "5", "Expected int64, got string"],
  ["integer", 2 ** 53, "Expected safe integer, got an integer out of its range"],
  ["integer", -(2n ** 60n), "Expected safe integer, got an integer out of its range"],
  ["integer", 5n, "Expected safe integer, got bigint"],
  ["integer", 1.5, "Expected safe integer, got number"],
  ["number", 2n ** 60n, "Expected number, got an integer out of its range"],
  ["string", 5n, "Expected string, got integer"],
];

it.each(cases)("%s of %s: %s", (name, value, message) => {
  const issues: RuleIssue[] = [];
  type(name)({ value, issues });
  expect(issues.map((issue) => issue.message)).toEqual([message]);
});
