// The publisher under Schemathesis, an independent fuzzer: with and without a token, valid and
// invalid data, all checks. SCHEMATHESIS_SEED changes the requests.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { publishAll, shop, startPublisher } from "../../apps/publisher/test/start-publisher.ts";
import { findSchemathesis } from "./find-schemathesis.ts";
import { objectAt, publishedDocument } from "./published-document.ts";
import { type AcceptedFailure, runSchemathesis } from "./run-schemathesis.ts";

const program = findSchemathesis();
const seed = Number(process.env["SCHEMATHESIS_SEED"] ?? 20_261_122);
const accepted: readonly AcceptedFailure[] = JSON.parse(
  readFileSync(new URL("accepted-publisher.json", import.meta.url), "utf8"),
);

/** Returns the document without archives, which the fuzzer cannot write. */
function documentWithoutArchives() {
  const document = publishedDocument("publisher-api");
  const content = objectAt(document, "paths", "/versions", "post", "requestBody", "content");
  delete content["application/zip"];
  return document;
}

test.skipIf(program !== undefined)("needs Schemathesis 4.32 or newer", (context) => {
  context.skip("Schemathesis is not installed: pip install -r test/schemathesis/requirements.txt");
});

test
  .skipIf(program === undefined)
  .each<[name: string, hasToken: boolean, args: readonly string[]]>([
    ["with a token", true, ["--phases", "examples,coverage,fuzzing", "--max-examples", "3"]],
    ["without a token", false, ["--phases", "examples,fuzzing", "--max-examples", "8"]],
    ["along the links", true, ["--phases", "stateful", "--max-examples", "15"]],
  ])("Schemathesis finds nothing %s", { timeout: 600_000 }, async (name, hasToken, args) => {
  if (program === undefined) return;
  const running = await startPublisher();
  for (const each of ["marketplace", "greetings"]) {
    await publishAll(running, each, [{ document: shop("1.0", "orders") }]);
  }
  const { cases, successes, failures, ...found } = await runSchemathesis({
    program,
    document: documentWithoutArchives(),
    url: running.url,
    ...(hasToken ? { authorization: `Token ${await running.secret("admin")}` } : {}),
    arguments: args,
    seed,
    accepted,
  });
  console.log(JSON.stringify({ name, seed, cases, successes, accepted: [...found.seen] }));
  expect(failures).toEqual([]);
  expect(cases).toBeGreaterThan(50);
  expect(successes).toBeGreaterThan(10);
});
