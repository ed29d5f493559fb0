// Each AsyncAPI document of `docs/` with each of its extensions removed in turn, and with others added. A
// client reads it from a server, or generating reports where something is missing.

import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildContract } from "@specwright/contract";
import { memberOf } from "@specwright/runtime";
import type { ChannelDescriptor, FeedStream } from "@specwright/runtime/codegen";
import { loadSpecification } from "@specwright/spec-loader";
import { streamTransport, topics } from "@specwright/streams/client";
import { createFeedServer } from "@specwright/streams/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { serveMock } from "../../generators/cli/src/mock/serve-mock.ts";
import { loadDocument } from "../foreign/load-document.ts";
import { judgeChannels } from "../mocks/judge-channels.ts";
import { readPages } from "./pages.ts";

type Json = Readonly<Record<string, unknown>>;

interface Document extends Json {
  readonly channels: Readonly<Record<string, Json>>;
}

/** Extensions that fit any channel. */
const added: Json = {
  "x-endings": { version: 1, maxAgeMs: 60_000, closes: [{ codes: 1000, client: "reconnect" }] },
  "x-flow-control": { maxPendingFrames: 100, maxPendingBytes: 1_000_000, closeCode: 4008 },
  "x-heartbeat": { version: 1, beats: [{ from: "client", everyMs: 1_000 }] },
};

/** A document that differs from a page's document by one extension of one channel. */
interface Variant {
  readonly name: string;
  readonly document: Document;
}

/** The documents by page; the chat's document is a file of the examples. */
const documents = readPages().flatMap(({ name, blocks }) => {
  const found = blocks.find(({ mark, text }) => {
    return (mark === "document" || mark.startsWith("examples/")) && /^asyncapi:/m.test(text);
  });
  return found === undefined ? [] : [[name, parse(found.text) as Document] as const];
});

/** Lists the documents that differ from one by an extension of a channel. */
function variantsOf(document: Document): readonly Variant[] {
  return Object.entries(document.channels).flatMap(([id, channel]) => {
    const changed = (name: string, rule?: unknown): Variant => {
      const { [name]: _, ...rest } = channel;
      const other = rule === undefined ? rest : { ...rest, [name]: rule };
      const what = rule === undefined ? "without" : "with";
      const channels = { ...document.channels, [id]: other };
      return { name: `${id} ${what} ${name}`, document: { ...document, channels } };
    };
    const own = Object.keys(channel).filter((name) => name.startsWith("x-"));
    return [
      ...own.map((name) => changed(name)),
      ...Object.entries(added)
        .filter(([name]) => channel[name] === undefined)
        .map(([name, rule]) => changed(name, rule)),
    ];
  });
}

/** Lists the errors of generating, each with its place. */
async function errorsOf(path: string): Promise<readonly string[]> {
  const { specification, diagnostics } = await loadSpecification(path);
  const built = specification && buildContract(specification);
  return [...diagnostics, ...(built?.diagnostics ?? [])]
    .filter(({ severity }) => severity === "error")
    .map(({ code, pointer }) => `${code} ${pointer}`);
}

/** A payload without a book, as some topics send it. */
const payload = { seq: 1n, bids: [["1", "2"]], asks: [["3", "4"]] };

/**
 * Serves a channel with topics, subscribes to all of them, and returns the frames that a client received by
 * topic.
 */
async function readTopics(channel: ChannelDescriptor): Promise<Json> {
  const { counters = [], books = {} } = channel.feed ?? {};
  const fillNumber = (): Json => ({ "/seq": 1 });
  const kinds = topicsOf(channel);
  const server = createFeedServer(channel, {
    topics: Object.fromEntries(kinds.map(({ name }) => [name, { open: () => true }])),
    // Only contracts that count subscriptions make them optional.
    fill: counters.length > 0 ? {} : { snapshot: fillNumber, change: fillNumber },
  });
  const http = createServer();
  server.attach(http);
  const feed = openFeed(channel, await listen(http));
  const found: Record<string, unknown> = {};
  for (const { name, given, messages } of kinds) {
    if (books[name] === undefined) {
      const got: unknown[] = [];
      feed.subscribe(name, given).onMessage((message) => got.push(memberOf(message, "bids")));
      await expect
        .poll(() => {
          server.publish(name, given, String(messages[0]), payload);
          return got[0];
        })
        .toBeDefined();
      found[name] = got[0];
      continue;
    }
    const book = server.book(name, given);
    book.load({ bids: [["1", "2"]], asks: [["3", "4"]] });
    const stream = feed.subscribeBook(name, given);
    await expect.poll(() => stream.status).toBe("ready");
    book.set({ bids: [["1", "0"]] });
    book.set({ bids: [["1", "2"]] });
    await expect.poll(() => stream.book?.topTexts("bids", 2)).toHaveLength(1);
    found[name] = stream.book?.topTexts("bids", 2);
  }
  feed.close();
  server.close();
  http.close();
  return found;
}

/** Subscribes to all topics of a document's feeds at its mock: each sends messages, or moves its book. */
async function readMock(path: string): Promise<void> {
  const { specification } = await loadSpecification(path);
  const { contract } = buildContract(specification as NonNullable<typeof specification>);
  const lines: string[] = [];
  const mock = await serveMock(contract as NonNullable<typeof contract>, {
    seed: 7,
    intervalMs: 5,
    log: (line) => lines.push(line),
  });
  const http = createServer((request, response) => mock.answer(request, response));
  mock.attach(http);
  const url = await listen(http);
  for (const channel of mock.document.channels.filter(({ feed }) => feed !== undefined)) {
    const feed = openFeed(channel, url);
    for (const { name, given } of topicsOf(channel)) {
      const seen = new Set<unknown>();
      if (channel.feed?.books?.[name] === undefined) {
        feed.subscribe(name, given).onMessage((message) => seen.add(message));
        await expect.poll(() => seen.size).toBeGreaterThan(1);
        continue;
      }
      const stream = feed.subscribeBook(name, given);
      await expect
        .poll(() => seen.add(stream.book?.topTexts("bids", 1)[0]?.[1]).size, { interval: 2 })
        .toBeGreaterThan(3);
    }
    feed.close();
  }
  expect(lines).toEqual([]);
  await mock.close();
  http.closeAllConnections();
  http.close();
}

interface Topic {
  readonly name: string;
  /** A value for each parameter. */
  readonly given: Readonly<Record<string, string>>;
  readonly messages: readonly string[];
}

function topicsOf({ feed }: ChannelDescriptor): readonly Topic[] {
  return Object.entries(feed?.subscription?.topics ?? {}).map(
    ([name, { parameters = {}, messages = [] }]) => {
      const given = Object.fromEntries(Object.keys(parameters).map((each) => [each, "a"]));
      return { name, given, messages };
    },
  );
}

/** Listens on a free port, and returns the URL for clients. */
async function listen(http: Server): Promise<string> {
  await once(http.listen(0, "127.0.0.1"), "listening");
  return `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const openFeed = (channel: ChannelDescriptor, url: string): FeedStream =>
  streamTransport({ topics, url, onEvent: () => {} }).openFeed(channel, {});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "variants-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(documents)("33 docs/%s.md", (_, document) => {
  const all = [{ name: "as it is", document }, ...variantsOf(document)];

  it.each(all.map((variant) => [variant.name, variant.document] as const))(
    "%s: a client reads it from a server, or it is reported",
    async (name, changed) => {
      const path = join(folder, "asyncapi.yaml");
      await writeFile(path, stringify(changed));
      const errors = await errorsOf(path);
      if (errors.length > 0) {
        expect(name).toContain("without");
        for (const error of errors) expect(error).toMatch(/^EXTENSION_\w+ \/channels\//);
        return;
      }
      const report = await judgeChannels(path);
      for (const figures of [report?.sent, report?.taken, report?.replies]) {
        expect(figures?.refused).toEqual([]);
      }
      const loaded = await loadDocument({ text: stringify(changed) });
      const feeds = Object.values(loaded.descriptors).filter(({ feed }) => feed !== undefined);
      const received = await Promise.all(feeds.map(readTopics));
      await loaded.remove();
      for (const read of received) expect(read).toEqual({ book: [["1", "2"]] });
      expect(report?.unopened).toEqual([]);
      expect(report?.feeds).toEqual(feeds.map(({ id }) => id));
      await readMock(path);
      expect(report?.sent.all).toBeGreaterThan(0);
    },
  );
});

it("33 the documents belong to two pages", () => {
  expect(documents.map(([name]) => name)).toEqual(["chat", "streams"]);
});
