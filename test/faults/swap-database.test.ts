import { expect, test } from "vitest";
import { findPostgres } from "../postgres/find-postgres.ts";
import { swapDatabase } from "./swap-database.ts";

test("an empty database with a full file store is refused, and no file is removed", {
  timeout: 300_000,
}, async () => {
  const programs = findPostgres();
  const worlds = programs === undefined ? 2 : 4;
  const report = await swapDatabase(programs, worlds, 3);
  console.log(JSON.stringify(report));
  expect(Object.values(report.refused)).toEqual(Array.from({ length: worlds }, () => 1));
});
