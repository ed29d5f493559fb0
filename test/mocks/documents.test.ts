// Mocks of documents of other projects respond to every operation, and send messages on every channel, with
// values that our validators accept. `npm run mock-corpus` uses all documents.

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeChannels } from "./judge-channels.ts";
import { judgeMocks } from "./judge-mocks.ts";

const corpus = resolve("../shared/corpus");
const isHere = existsSync(corpus);

/** Documents, with the numbers of their operations and of the calls to their servers. */
const documents: readonly (readonly [file: string, operations: number, calls: number])[] = [
  ["more/orval/petstore.yaml", 6, 18],
  ["more/adyen/CheckoutService-v72.json", 28, 156],
  ["more/meilisearch/meilisearch.json", 113, 353],
];

describe.skipIf(!isHere)(`mocks${isHere ? "" : " (../shared/corpus is not here)"}`, () => {
  it.each(documents)("of %s", async (file, operations, calls) => {
    const report = await judgeMocks(resolve(corpus, file), corpus);
    expect(report).toMatchObject({ operations, uncalled: [], unsampled: [], isSame: true });
    expect(report?.handlers).toMatchObject({ answered: operations, refused: [] });
    expect(report?.server).toMatchObject({ answered: calls, refused: [] });
  });
});

/** Documents, with the numbers of messages that their mocks send, receive, and reply with. */
const channels: readonly (readonly [file: string, sent: number, taken: number, replies: number])[] =
  [
    [resolve("specs/streams/asyncapi.yaml"), 18, 0, 0],
    ["asyncapi/rpc-client-asyncapi.yml", 2, 1, 0],
    ["asyncapi/social-media/backend/asyncapi.yaml", 4, 2, 0],
    [
      "more/asyncapi-generator/packages_templates_clients_websocket_test___fixtures___asyncapi-slack-client_yml.yml",
      0,
      2,
      1,
    ],
  ];

describe("mocks of channels", () => {
  const present = channels.filter(([file]) => existsSync(resolve(corpus, file)));
  it.each(present)("of %s", async (file, sent, taken, replies) => {
    const path = resolve(corpus, file);
    expect(await judgeChannels(path, file === path ? dirname(path) : corpus)).toMatchObject({
      unopened: [],
      unsent: [],
      sent: { all: sent, accepted: sent, refused: [] },
      taken: { all: taken, accepted: taken, refused: [] },
      replies: { all: replies, accepted: replies, refused: [] },
      isSame: true,
    });
  });
});
