// Requirements on the table of faults, so that it proves that each clause can fail.

import { expect, test } from "vitest";
import { clauses } from "../../src/index.ts";
import { faultHalves } from "./faults.ts";
import { failuresOf } from "./judge-faults.ts";

const faults = faultHalves.flat();

test("a proxy without a fault passes every clause", async () => {
  expect(await failuresOf({})).toEqual([]);
});

test("T8 every clause has a fault", () => {
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  expect(clauses.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

test("every fault has a unique name and breaks clauses that exist", () => {
  const names = faults.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const ids = new Set(clauses.map(({ id }) => id));
  expect(faults.flatMap(({ breaks }) => breaks).filter((id) => !ids.has(id))).toEqual([]);
});
