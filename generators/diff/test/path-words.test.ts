import { pathWords } from "@specwright/diff";
import { expect, it } from "vitest";

it.each([
  ["lines[].price", "`lines[].price`"],
  ["<allOf 1>", "part 2"],
  ["<allOf 1>.title", "`title`"],
  ["lines[]<allOf 0>.price", "`lines[].price`"],
  ["kind<oneOf 0>", "alternative 1 of `kind`"],
  ["<allOf 1>.kind<oneOf 0>.a", "`a` of alternative 1 of `kind`"],
  ["<anyOf 2><oneOf 0>", "alternative 1 of alternative 3"],
  ["names<propertyNames>", "`propertyNames` of `names`"],
  ["<if>.type", "`type` of `if`"],
  ["<not>", "`not`"],
  ["map.*", "`map.*`"],
  ["<b>.c<d 1>", "`<b>.c<d 1>`"],
  ["response 200", "`response 200`"],
])("%s is %s", (path, wanted) => {
  expect(pathWords(path)).toBe(wanted);
});
