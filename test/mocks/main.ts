// `npm run mock-corpus [-- FOLDER] [--only TEXT]` mocks every OpenAPI document below a folder, as
// handlers of Mock Service Worker and as a server, and calls every operation with the generated client.
// The folder is that of the published documents beside the repository unless another is named.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { refused } from "../../generators/golden/test/corpus/refused.ts";
import { corpusFolder, documentsBelow } from "../../generators/golden/test/repository-documents.ts";
import { judgeMocks } from "./judge-mocks.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" } },
});
const folder = resolve(positionals[0] ?? corpusFolder);
const documents = documentsBelow(folder).filter(
  ({ name, path }) =>
    name.includes(values.only) &&
    refused[name] === undefined &&
    /^[\s{]*"?(?:openapi|swagger)"?\s*:/m.test(readFileSync(path, "utf8")),
);
const totals = { documents: 0, operations: 0, uncalled: 0, unsampled: 0, differing: 0 };
const figures = {
  handlers: { answered: 0, accepted: 0, unanswered: 0 },
  server: { answered: 0, accepted: 0, unanswered: 0 },
};

for (const { name, path } of documents) {
  try {
    const report = await judgeMocks(path, folder);
    if (report === undefined) continue;
    const { operations, uncalled, unsampled, handlers, server, isSame } = report;
    totals.documents += 1;
    totals.operations += operations;
    totals.uncalled += uncalled.length;
    totals.unsampled += unsampled.length;
    if (!isSame) totals.differing += 1;
    for (const [kind, one] of [
      ["handlers", handlers],
      ["server", server],
    ] as const) {
      figures[kind].answered += one.answered;
      figures[kind].accepted += one.accepted;
      figures[kind].unanswered += one.unanswered;
    }
    console.log(
      `${name}: ${operations} operations; handlers ${handlers.accepted}/${handlers.answered}, server ${server.accepted}/${server.answered}${isSame ? "" : "; NOT THE SAME AGAIN"}`,
    );
    const complaints = [
      ...uncalled,
      ...unsampled,
      ...handlers.refused.map((each) => `handlers ${each}`),
      ...server.refused.map((each) => `server ${each}`),
    ];
    for (const complaint of complaints) console.log(`  ${complaint}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
console.log(`
documents                          ${totals.documents}
operations                         ${totals.operations}
not called                         ${totals.uncalled}
without a sample, reported so      ${totals.unsampled}
answers of handlers, accepted      ${figures.handlers.answered}, ${figures.handlers.accepted}
answers of servers, accepted       ${figures.server.answered}, ${figures.server.accepted}
answered 501 for lack of a sample  ${figures.server.unanswered}
documents with other values again  ${totals.differing}`);
const { handlers, server } = figures;
const isAccepted = handlers.accepted === handlers.answered && server.accepted === server.answered;
if (!isAccepted || totals.differing > 0) process.exitCode = 1;
