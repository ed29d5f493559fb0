// The advice of a report.

import { expect, test } from "vitest";
import { type ClauseResult, type Remedy, runConformance } from "../src/index.ts";
import { adviceFor } from "../src/report/format-advice.ts";
import { memoryEngine } from "./log-engines.ts";
import { startService } from "./start-service.ts";

function result(id: string, outcome: ClauseResult["outcome"], remedy?: Remedy): ClauseResult {
  const rule = { id, source: "4.5 rule 1; S8", sentence: "A rule.", outcome, seen: "something" };
  return { ...rule, durationMs: 1, ...(remedy && { remedy }) };
}

test("T8 the report says what to do next: failures first, then what would let the rest be judged", () => {
  const advice = adviceFor([
    result("4.5.1", "pass"),
    result("4.5.2", "fail"),
    result("5.8", "not run", { kind: "limit", limit: "clock_skew_tolerance" }),
    result("4.6.5", "not run", { kind: "market" }),
    result("6.31", "not run", { kind: "sole-broker" }),
    result("4.5.12", "not run", { kind: "wait" }),
    result("6.1", "not run", { kind: "stimulus", actions: ["publish"] }),
    result("6.2", "not run", { kind: "stimulus", actions: ["publish", "issueKey"] }),
    result("S8.3", "not run"),
  ]);
  expect(advice.map((step) => step.replace(/\.? Needed for.*/, ""))).toEqual([
    "Fix 4.5.2: the rules are in 4.5 rule 1 of the contract. Then run the kit again: --only 4.5.2.",
    "Pass the limits of the server: --limit clock_skew_tolerance=NUMBER",
    "Pass an open market: --market ID",
    "If only the broker of the key trades, pass --sole-broker",
    "Run the kit again while the server sends many frames, or wait longer: --timeout SECONDS",
    "Pass a stimulus that can publish, issueKey: --stimulus COMMAND, see docs/conformance.md",
    "No option of this command makes these clauses run: S8.3. See their reasons.",
  ]);
  expect(adviceFor([result("4.5.1", "pass")])).toEqual([
    expect.stringContaining("Every clause passed."),
  ]);
});

test("T8 a run without a stimulus advises one, and lists the clauses that need it", async () => {
  const service = await startService({ engine: memoryEngine });
  try {
    const { url, account } = service;
    const { advice } = await runConformance({ url, account, only: ["6.1", "S6"], timeoutMs: 2000 });
    expect(advice).toEqual([
      "Pass a stimulus that can publish, issueKey, revokeKey: --stimulus COMMAND, see docs/conformance.md. Needed for: 6.1, S6.3, S6.4, S6.5.",
    ]);
  } finally {
    await service.stop();
  }
});
