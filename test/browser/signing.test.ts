// Signing by rules in a real browser: its Web Crypto accepts other key formats than Node's.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openPage } from "./open-page.ts";
import type { SigningGiven, SigningReport } from "./pages/signing.ts";

const file = new URL("../../specs/vectors/signing/rules.json", import.meta.url);
const given = JSON.parse(readFileSync(file, "utf8")) as SigningGiven;

test("a browser signs and verifies every vector", async (context) => {
  const page = await openPage("signing", { given: () => given, context });
  const report = (await page.first(page.report)) as SigningReport;
  const want = given.rules.map(({ name }) => `${name}: ok`);
  expect(report.signed).toEqual(want);
  expect(report.verified).toEqual(want);
});
