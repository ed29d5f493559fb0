// 31.5 Each change of a feed, a protocol version, a title, a tag or an id is reported once, with both values.

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
      "feed-description-changed, docs: In `x-subscription` of the channel `prices`, `/topics/book/description` changed from `The book of an item.` to `Offers.`.",
      "feed-rule-changed, potentially-breaking: In `x-subscription` of the channel `prices`, `/topics/book/where//item` changed from `{item}` to `i-{item}`.",
    ],
  },
  {
    name: "a limit",
    base: feed,
    revision: editDocument(feed, { "/x-endings/maxAgeMs": 86400000 }),
    want: [
      "feed-rule-changed, potentially-breaking: In `x-endings` of the document, `/maxAgeMs` was set to `86400000`.",
    ],
  },
  {
    name: "the protocol version of a server",
    base: asyncapi({ protocolVersion: "3.1.1" }),
    revision: asyncapi({ protocolVersion: "5" }),
    want: [
      "server-protocol-version-changed, potentially-breaking: The protocol version of the server `live` changed from `3.1.1` to `5`.",
    ],
  },
  {
    name: "the title of a server",
    base: asyncapi({ title: "Live" }),
    revision: asyncapi({ title: "Production" }),
    want: [
      "title-changed, docs: The title of the server `live` changed from `Live` to `Production`.",
    ],
  },
  {
    name: "the tags of a server",
    base: asyncapi({ tags: [{ name: "a" }] }),
    revision: asyncapi({}),
    want: [
      'server-tags-changed, docs: The tag list of the server `live` was removed; it was `["a"]`.',
    ],
  },
  {
    name: "the id of a document",
    base: asyncapi({}, { id: "urn:a" }),
    revision: asyncapi({}, { id: "urn:b" }),
    want: ["id-changed, docs: The `id` of the document changed from `urn:a` to `urn:b`."],
  },
  {
    name: "the title of a message",
    base: asyncapi({}, {}, { title: "Tick" }),
    revision: asyncapi({}, {}, { title: "Price" }),
    want: ["title-changed, docs: The title of the message `tick` changed from `Tick` to `Price`."],
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
      "schema-documentation-changed, docs: The title of `Pet` changed from `Pet` to `Animal`.",
    ],
  },
  {
    name: "the $id of a schema",
    base: schema({ $id: "https://example.com/a" }),
    revision: schema({ $id: "https://example.com/b" }),
    want: [
      "schema-documentation-changed, docs: The $id of `Pet` changed from `https://example.com/a` to `https://example.com/b`.",
    ],
  },
  {
    name: "the parent of a tag",
    base: documentWith({ openapi: "3.2.0", tags: [{ name: "a" }, { name: "b", parent: "a" }] }),
    revision: documentWith({ openapi: "3.2.0", tags: [{ name: "a" }, { name: "b" }] }),
    want: ["tag-changed, docs: The parent of the tag `b` was removed; it was `a`."],
  },
];

describe.each(rows)("31.5 $name", ({ base, revision, want }) => {
  test("is reported with its old and its new value", async () => {
    expect((await told(base, revision)).toSorted()).toEqual(want);
  });
});
