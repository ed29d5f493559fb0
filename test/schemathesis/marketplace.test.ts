// The marketplace under Schemathesis, an independent fuzzer: with and without a session, valid and
// invalid data, all checks. SCHEMATHESIS_SEED changes the requests.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startMarketplace } from "../../apps/marketplace/test/start-marketplace.ts";
import { categories, customFields, deployedDocument } from "./deployed-document.ts";
import { findSchemathesis } from "./find-schemathesis.ts";
import { type AcceptedFailure, runSchemathesis } from "./run-schemathesis.ts";

const program = findSchemathesis();
const seed = Number(process.env["SCHEMATHESIS_SEED"] ?? 20_261_122);
const accepted: readonly AcceptedFailure[] = JSON.parse(
  readFileSync(new URL("accepted.json", import.meta.url), "utf8"),
);
const seen = new Map<number, number>();
let total = 0;

test.skipIf(program !== undefined)("needs Schemathesis 4.32 or newer", (context) => {
  context.skip("Schemathesis is not installed: pip install -r test/schemathesis/requirements.txt");
});

/** The operations that end their own session. */
const ending = ["logoutUser", "deleteUser", "revokeSession"];

test
  .skipIf(program === undefined)
  .each<[name: string, options: { hasSession: boolean; arguments: readonly string[] }]>([
    [
      "with a session",
      {
        hasSession: true,
        arguments: [
          ...["--phases", "examples,coverage,fuzzing", "--max-examples", "10"],
          ...ending.flatMap((id) => ["--exclude-operation-id", id]),
        ],
      },
    ],
    ...ending.map((id): [string, { hasSession: boolean; arguments: readonly string[] }] => [
      `with a session that ends: ${id}`,
      {
        hasSession: true,
        arguments: ["--phases", "coverage,fuzzing", "--include-operation-id", id],
      },
    ]),
    [
      "without a session",
      {
        hasSession: false,
        // Most requests get 401, so the coverage phase would add little and take long.
        arguments: ["--phases", "examples,fuzzing", "--max-examples", "20"],
      },
    ],
    [
      "along the links",
      {
        hasSession: true,
        arguments: [
          ...["--phases", "stateful", "--max-examples", "40"],
          ...ending.flatMap((id) => ["--exclude-operation-id", id]),
        ],
      },
    ],
  ])("T16 Schemathesis finds nothing %s", { timeout: 600_000 }, async (name, options) => {
  if (program === undefined) return;
  const { url, token } = await startMarketplace({ categories, customFields, moderation: true });
  const { cases, successes, failures, ...found } = await runSchemathesis({
    program,
    document: deployedDocument(),
    url,
    ...(options.hasSession ? { authorization: `Bearer ${await token("root")}` } : {}),
    arguments: options.arguments,
    seed,
    accepted,
  });
  console.log(JSON.stringify({ name, seed, cases, successes, accepted: [...found.seen] }));
  total += cases;
  for (const [place, times] of found.seen) seen.set(place, (seen.get(place) ?? 0) + times);
  expect(failures.slice(0, 60).join("\n\n")).toBe("");
  expect(successes).toBeGreaterThan(0);
});

test.skipIf(program === undefined)("T16 Schemathesis sent 3,000 requests or more", () => {
  console.log(JSON.stringify({ total, accepted: [...seen] }));
  expect(total).toBeGreaterThanOrEqual(3000);
});
