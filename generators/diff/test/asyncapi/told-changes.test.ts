// 31.5 Each change of a feed, a protocol version, a title, a tag or an id is reported once, with both
// values.

import { compareContracts } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-of.ts";
import { documentWith } from "../openapi/changes-of.ts";
import { editDocument } from "./edit-document.ts";
import { streamDocument } from "./stream-document.ts";

async function told(base: object, revision: object): Promise<readonly string[]> {
  const changes = compareContracts(await contractOf(base), await contractOf(revision));
  return changes.map(({ ruleId, class: each, message }) => `${ruleId}, ${each}: ${message}`);
}

interface Server {
  readonly protocolVersion?: string;
  readonly title?: string;
  readonly tags?: readonly object[];
}

const asyncapi = (server: Server, more: object = {}, message: object = {}) => ({
  asyncapi: "3.0.0",
  info: { title: "Prices", version: "1" },
  servers: { live: { host: "live.example.com", protocol: "mqtt", ...server } },
  channels: {
    ticks: {
      address: "ticks",
      messages: { tick: { payload: { type: "object" }, ...message } },
    },
  },
  operations: { onTick: { action: "receive", channel: { $ref: "#/channels/ticks" } } },
  ...more,
});

const schema = (fields: object) =>
  documentWith({ components: { schemas: { Pet: { type: "object", ...fields } } } });

const subscription = "/channels/prices/x-subscription";
const feed = editDocument(streamDocument, {
  [`${subscription}/acknowledgement`]: { messages: ["sold"] },
  "/channels/prices/x-book/topics/book/number": undefined,
});
const { book } = streamDocument.channels.prices["x-subscription"].topics;
const withTopic = (topic: string) =>
  editDocument(feed, {
    [`${subscription}/topics/${topic}`]: { ...book, description: "More." },
  });

const rows = [
  {
    name: "a topic that is added",
    base: feed,
    revision: withTopic("depth"),
    want: [
      "feed-topic-added, non-breaking: In `x-subscription` of the channel `prices`, the topic `depth` was added.",
    ],
  },
  {
    name: "a topic that is removed",
    base: withTopic("depth"),
    revision: feed,
    want: [
      "feed-topic-removed, breaking: In `x-subscription` of the channel `prices`, the topic `depth` was removed.",
    ],
  },
  {
    name: "a template",
    base: feed,
    revision: editDocument(feed, {
      [`${subscription}/topics/book/where/~1item`]: "i-{item}",
      [`${subscription}/topics/book/description`]: "Offers.",
    }),
    want: [
      "feed-description-changed, docs: In `x-subscription` of the channel `prices`, `/topics/book/description` is `Offers.`; it was `The book of an item.`.",
      "feed-rule-changed, potentially-breaking: In `x-subscription` of the channel `prices`, `/topics/book/where//item` is `i-{item}`; it was `{item}`.",
    ],
  },
  {
    name: "a limit",
    base: feed,
    revision: editDocument(feed, { "/x-endings/maxAgeMs": 86400000 }),
    want: [
      "feed-rule-changed, potentially-breaking: In `x-endings` of the document, `/maxAgeMs` is `86400000`; it was not set.",
    ],
  },
  {
    name: "the protocol version of a server",
    base: asyncapi({ protocolVersion: "3.1.1" }),
    revision: asyncapi({ protocolVersion: "5" }),
    want: [
      "server-protocol-version-changed, potentially-breaking: The protocol version of the server `live` is `5`; it was `3.1.1`.",
    ],
  },
  {
    name: "the title of a server",
    base: asyncapi({ title: "Live" }),
    revision: asyncapi({ title: "Production" }),
    want: ["title-changed, docs: The title of the server `live` is `Production`; it was `Live`."],
  },
  {
    name: "the tags of a server",
    base: asyncapi({ tags: [{ name: "a" }] }),
    revision: asyncapi({}),
    want: [
      'server-tags-changed, docs: The tags of the server `live` is no longer set; it was `["a"]`.',
    ],
  },
  {
    name: "the id of a document",
    base: asyncapi({}, { id: "urn:a" }),
    revision: asyncapi({}, { id: "urn:b" }),
    want: ["id-changed, docs: The `id` of the document is `urn:b`; it was `urn:a`."],
  },
  {
    name: "the title of a message",
    base: asyncapi({}, {}, { title: "Tick" }),
    revision: asyncapi({}, {}, { title: "Price" }),
    want: ["title-changed, docs: The title of the message `tick` is `Price`; it was `Tick`."],
  },
  {
    name: "the tags of a message",
    base: asyncapi({}, {}, { tags: [{ name: "a" }, { name: "b" }] }),
    revision: asyncapi({}, {}, { tags: [{ name: "c" }] }),
    want: [
      "message-tags-changed, docs: The tags of the message `tick` are `c`; they were `a`, `b`.",
    ],
  },
  {
    name: "the title of a schema",
    base: schema({ title: "Pet" }),
    revision: schema({ title: "Animal", description: "Any." }),
    want: [
      "schema-documentation-changed, docs: The description of `Pet` was added: `Any.`.",
      "schema-documentation-changed, docs: The title of `Pet` is `Animal`; it was `Pet`.",
    ],
  },
  {
    name: "the $id of a schema",
    base: schema({ $id: "https://example.com/a" }),
    revision: schema({ $id: "https://example.com/b" }),
    want: [
      "schema-documentation-changed, docs: The $id of `Pet` is `https://example.com/b`; it was `https://example.com/a`.",
    ],
  },
  {
    name: "the parent of a tag",
    base: documentWith({ openapi: "3.2.0", tags: [{ name: "a" }, { name: "b", parent: "a" }] }),
    revision: documentWith({ openapi: "3.2.0", tags: [{ name: "a" }, { name: "b" }] }),
    want: ["tag-changed, docs: The parent of the tag `b` is no longer set; it was `a`."],
  },
];

describe.each(rows)("31.5 $name", ({ base, revision, want }) => {
  test("is reported with its old and its new value", async () => {
    expect((await told(base, revision)).toSorted()).toEqual(want);
  });
});
