// `npm run mock-corpus [-- FOLDER] [--only TEXT]` mocks every document below a folder. The generated client
// calls the operations of OpenAPI documents, mocked by Mock Service Worker and by a server, and exchanges
// messages with mocks of AsyncAPI channels. The default folder has the published documents, beside the
// repository.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { refused } from "../golden/corpus/refused.ts";
import { corpusFolder, documentsBelow } from "../golden/repository-documents.ts";
import { judgeChannels } from "./judge-channels.ts";
import { judgeMocks } from "./judge-mocks.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" } },
});
const folder = resolve(positionals[0] ?? corpusFolder);
const documents = documentsBelow(folder)
  .filter(({ name }) => name.includes(values.only) && refused[name] === undefined)
  .map(({ name, path }) => {
    const text = readFileSync(path, "utf8");
    const kind = /^[\s{]*"?(openapi|swagger|asyncapi)"?\s*:/m.exec(text)?.[1];
    return { name, path, kind };
  });
const totals = { documents: 0, operations: 0, uncalled: 0, unsampled: 0, differing: 0 };
const figures = {
  handlers: { answered: 0, accepted: 0, unanswered: 0 },
  server: { answered: 0, accepted: 0, unanswered: 0 },
};

for (const { name, path, kind } of documents) {
  if (kind !== "openapi" && kind !== "swagger") continue;
  try {
    const report = await judgeMocks(path, folder);
    if (report === undefined) continue;
    const { operations, uncalled, unsampled, handlers, server, isSame } = report;
    totals.documents += 1;
    totals.operations += operations;
    totals.uncalled += uncalled.length;
    totals.unsampled += unsampled.length;
    if (!isSame) totals.differing += 1;
    for (const [by, one] of [
      ["handlers", handlers],
      ["server", server],
    ] as const) {
      figures[by].answered += one.answered;
      figures[by].accepted += one.accepted;
      figures[by].unanswered += one.unanswered;
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

const channels = {
  documents: 0,
  all: 0,
  unopened: 0,
  messages: 0,
  unsent: 0,
  alike: 0,
  differing: 0,
};
const messages = {
  sent: { all: 0, accepted: 0 },
  taken: { all: 0, accepted: 0 },
  replies: { all: 0, accepted: 0 },
};
for (const { name, path, kind } of documents) {
  if (kind !== "asyncapi") continue;
  try {
    const report = await judgeChannels(path, folder);
    if (report === undefined) continue;
    const { sent, taken, replies, isSame } = report;
    channels.documents += 1;
    channels.all += report.channels;
    channels.unopened += report.unopened.length;
    channels.messages += report.messages;
    channels.unsent += report.unsent.length;
    channels.alike += report.alike;
    if (!isSame) channels.differing += 1;
    for (const by of ["sent", "taken", "replies"] as const) {
      messages[by].all += report[by].all;
      messages[by].accepted += report[by].accepted;
    }
    console.log(
      `${name}: ${report.channels} channels; sent ${sent.accepted}/${sent.all}, taken ${taken.accepted}/${taken.all}, replies ${replies.accepted}/${replies.all}${isSame ? "" : "; NOT THE SAME AGAIN"}`,
    );
    const complaints = [...sent.refused, ...taken.refused, ...replies.refused];
    for (const each of [...report.unopened, ...report.unsent, ...complaints]) {
      console.log(`  ${each}`);
    }
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
documents with other values again  ${totals.differing}

documents with channels            ${channels.documents}
channels                           ${channels.all}
not opened                         ${channels.unopened}
messages                           ${channels.messages}
without a sample, reported so      ${channels.unsent}
messages sent, accepted            ${messages.sent.all}, ${messages.sent.accepted}
fitting several messages           ${channels.alike}
messages taken, accepted           ${messages.taken.all}, ${messages.taken.accepted}
replies to requests, accepted      ${messages.replies.all}, ${messages.replies.accepted}
documents with others again        ${channels.differing}`);
const { handlers, server } = figures;
const isAccepted = handlers.accepted === handlers.answered && server.accepted === server.answered;
const { sent, taken, replies } = messages;
const isUnderstood =
  sent.accepted + channels.alike === sent.all &&
  taken.accepted === taken.all &&
  replies.accepted === replies.all;
if (!isAccepted || totals.differing > 0) process.exitCode = 1;
if (!isUnderstood || channels.differing > 0) process.exitCode = 1;
