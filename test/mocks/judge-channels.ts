// One AsyncAPI document: the generated client exchanges messages with the mock of its channels, and refuses
// every message that breaks the contract. Broker channels are served over WebSocket too, to test their
// messages.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { buildContract, type Channel, type Contract } from "@specwright/contract";
import { memberOf, type RequestStream, stringifyJson } from "@specwright/runtime";
import {
  type ChannelDescriptor,
  type ChannelStream,
  openRequests,
} from "@specwright/runtime/codegen";
import type { MessageDescriptor } from "@specwright/runtime/transport";
import { loadSpecification } from "@specwright/spec-loader";
import { streamTransport } from "@specwright/streams/client";
import { sentMessages } from "../../generators/cli/src/mock/mock-channels.ts";
import { type Mock, serveMock } from "../../generators/cli/src/mock/serve-mock.ts";
import { clientMessage, sampleOpening } from "./sample-opening.ts";

/** The results of the mock of a document's channels. */
export interface ChannelsReport {
  readonly channels: number;
  /** The number of messages of all channels, in both directions. */
  readonly messages: number;
  /** Mocked channels with topics, which only a client of feeds can read. */
  readonly feeds: readonly string[];
  /** Channels that could not be opened, each with its reason. */
  readonly unopened: readonly string[];
  /** Messages that the mock reported as not sent. */
  readonly unsent: readonly string[];
  /** Messages that the mock sent on its own. */
  readonly sent: ChannelFigures;
  /** Valid messages that fit several definitions, so that the client can neither accept nor refuse them. */
  readonly alike: number;
  /** Messages that the mock received. */
  readonly taken: ChannelFigures;
  /** Requests that the mock received, with their replies. */
  readonly replies: ChannelFigures;
  /** Whether a second run gives the same messages. */
  readonly isSame: boolean;
}

/** The numbers of messages of one kind. */
export interface ChannelFigures {
  readonly all: number;
  readonly accepted: number;
  /** The refused messages, each with its reason. */
  readonly refused: readonly string[];
}

const SEED = 7;
const INTERVAL_MS = 2;
/** The time limit of each step. */
const PATIENCE_MS = 20_000;

/** Judges the mock of the document in a file; undefined if it has no channels. */
export async function judgeChannels(
  path: string,
  root: string = dirname(path),
): Promise<ChannelsReport | undefined> {
  const { specification, diagnostics } = await loadSpecification(path, { lenient: true, root });
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics.slice(0, 2)));
  const written = buildContract(specification).contract;
  if (written === undefined) throw new Error("no contract");
  if (written.channels.length === 0) return undefined;
  const contract = overWebSocket(written);
  const first = await talk(contract);
  const second = await talk(contract);
  const { digest, ...report } = first;
  return {
    channels: contract.channels.length,
    messages: contract.channels.flatMap(({ messages }) => messages).length,
    ...report,
    isSame: digest === second.digest,
  };
}

/** Returns the contract with all channels served over WebSocket. */
function overWebSocket(contract: Contract): Contract {
  const copies = new Map<Channel, Channel>(
    contract.channels.map((channel) => [channel, { ...channel, protocols: ["ws"] }]),
  );
  const copyOf = (channel: Channel): Channel => copies.get(channel) ?? channel;
  return {
    ...contract,
    channels: contract.channels.map(copyOf),
    channelOperations: contract.channelOperations.map((operation) => {
      const { channel, reply } = operation;
      const answered = reply?.channel && { ...reply, channel: copyOf(reply.channel) };
      return { ...operation, channel: copyOf(channel), ...(answered && { reply: answered }) };
    }),
  };
}

type Talk = Omit<ChannelsReport, "channels" | "messages" | "isSame"> & { readonly digest: string };

async function talk(contract: Contract): Promise<Talk> {
  const unsent: string[] = [];
  const mock = await serveMock(contract, {
    seed: SEED,
    intervalMs: INTERVAL_MS,
    log: (line) => unsent.push(line),
  });
  const server = createServer((request, response) => mock.answer(request, response));
  mock.attach(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const digest = createHash("sha256");
    const talks: ChannelTalk[] = [];
    const unopened = contract.channels
      .filter(({ id }) => !mock.document.channels.some((each) => each.id === id))
      .map(({ id, address }) => `${id}: ${address === null ? "it has no address" : "not mocked"}`);
    const feeds = mock.document.channels.filter(({ feed }) => feed !== undefined);
    for (const descriptor of mock.document.channels) {
      if (descriptor.feed !== undefined) continue;
      const one = await talkOver(descriptor, { mock, url, unsent });
      if ("reason" in one) unopened.push(`${descriptor.id}: ${one.reason}`);
      else talks.push(one);
    }
    for (const { texts } of talks) for (const text of texts) digest.update(text);
    return {
      feeds: feeds.map(({ id }) => id),
      unopened,
      unsent,
      sent: sum(talks.map(({ sent }) => sent)),
      alike: talks.reduce((count, { alike }) => count + alike, 0),
      taken: sum(talks.map(({ taken }) => taken)),
      replies: sum(talks.map(({ replies }) => replies)),
      digest: digest.digest("hex"),
    };
  } finally {
    await mock.close();
    server.closeAllConnections();
    server.close();
  }
}

function sum(figures: readonly ChannelFigures[]): ChannelFigures {
  return {
    all: figures.reduce((count, { all }) => count + all, 0),
    accepted: figures.reduce((count, { accepted }) => count + accepted, 0),
    refused: figures.flatMap(({ refused }) => refused),
  };
}

interface ChannelTalk {
  readonly sent: ChannelFigures;
  readonly alike: number;
  readonly taken: ChannelFigures;
  readonly replies: ChannelFigures;
  readonly texts: readonly string[];
}

interface Talking {
  readonly mock: Mock;
  readonly url: string;
  readonly unsent: readonly string[];
}

async function talkOver(
  descriptor: ChannelDescriptor,
  { mock, url, unsent }: Talking,
): Promise<ChannelTalk | { readonly reason: string }> {
  const { contract } = mock.document;
  const channel = contract.channels.find(({ id }) => id === descriptor.id);
  const parameters = channel && sampleOpening(channel, descriptor, contract);
  if (channel === undefined || parameters === undefined) return { reason: "no parameters" };
  const transport = streamTransport({
    url: url + (descriptor.serverPaths?.[0] ?? "").replaceAll(/\{[^{}]*\}/g, "any"),
    ...(descriptor.signature && {
      accessKey: "key",
      secretKey: "00".repeat(32),
      brokerId: "broker",
    }),
    credentials: Object.fromEntries(
      Object.entries(descriptor.security?.schemes ?? {}).map(([name, { kind }]) => {
        const isLogin = kind === "basic" || kind === "user" || kind === "password";
        return [name, isLogin ? { user: "user", secret: "secret" } : "secret"];
      }),
    ),
    maxAttempts: 1,
    onEvent: () => {},
  });
  const requesting = openRequests(descriptor, (replies) =>
    transport.open(descriptor, parameters, { replies }),
  );
  const { stream } = requesting;
  const sends = sentMessages(descriptor);
  const wanted = sends.length * 2;
  const isSilent = (): boolean =>
    sends.every(({ id }) => unsent.some((line) => line.startsWith(`${channel.id} ${id} is not`)));
  const received: unknown[] = [];
  let failure: unknown;
  const reading = stream
    .run((message) => {
      received.push(message);
    })
    .catch((error: unknown) => {
      failure = error;
    });
  const texts: string[] = [];
  await subscribe(requesting, { descriptor, channel, contract, texts });
  await until(() => failure !== undefined || received.length >= wanted || isSilent());
  const client = await sendAll(requesting, { descriptor, channel, contract, texts });
  // Replies and the mock's own messages alternate; only replies count here.
  const counted = isSilent() ? [] : received.slice(0, wanted);
  const unknown = counted.filter((message) => memberOf(message, "type") === "$unknown");
  const alike = unknown.filter((message) => /tell apart$/.test(`${memberOf(message, "reason")}`));
  const refused = unknown
    .filter((message) => !alike.includes(message))
    .map((message) => {
      const text = stringifyJson(memberOf(message, "received"));
      return `${channel.id} sends ${text}: ${memberOf(message, "reason")}`;
    });
  const accepted = counted.length - unknown.length;
  if (failure !== undefined) refused.push(`${channel.id}: ${failureText(failure)}`);
  else if (counted.length < wanted && !isSilent()) {
    refused.push(`${channel.id}: ${counted.length} of ${wanted} messages came`);
  }
  await stream.close();
  await reading;
  texts.unshift(...counted.map(textOf));
  const sent = { all: accepted + alike.length + refused.length, accepted, refused };
  return { sent, alike: alike.length, ...client, texts };
}

/** Subscribes to the keys of a sample; without keys, the channel sends nothing. */
async function subscribe(
  { stream }: RequestStream<ChannelStream<unknown, unknown>>,
  { descriptor, channel, contract }: Sending,
): Promise<void> {
  const tag = descriptor.subscription?.subscribe;
  const message = descriptor.clientMessages.find((each) => each.tag === tag);
  if (tag === undefined || message === undefined) return;
  const value = sampleOf(message, channel, contract);
  if (value !== undefined) await stream.send(value.read);
}

interface Sending {
  readonly descriptor: ChannelDescriptor;
  readonly channel: Channel;
  readonly contract: Contract;
  readonly texts: string[];
}

/** Sends each message of the client once, and waits for the replies to requests. */
async function sendAll(
  { stream, method }: RequestStream<ChannelStream<unknown, unknown>>,
  { descriptor, channel, contract, texts }: Sending,
): Promise<Pick<ChannelTalk, "taken" | "replies">> {
  const { clientMessages, requests = [], subscription } = descriptor;
  const taken: string[] = [];
  const replies: string[] = [];
  const counts = { taken: 0, replies: 0 };
  for (const message of clientMessages) {
    // The client subscribes on its own.
    if ([subscription?.subscribe, subscription?.unsubscribe].includes(message.tag ?? "")) continue;
    const request = requests.find(({ messages }) => messages.includes(message.id));
    const list = request === undefined ? taken : replies;
    counts[request === undefined ? "taken" : "replies"] += 1;
    const value = sampleOf(message, channel, contract);
    if (value === undefined) {
      list.push(`${channel.id} ${message.id}: the client has no sample to send`);
      continue;
    }
    try {
      if (request === undefined) await stream.send(value.read);
      else texts.push(textOf(await method(request.name)(value.read, { timeoutMs: PATIENCE_MS })));
    } catch (error) {
      list.push(`${channel.id} ${message.id}: ${failureText(error)}`);
    }
  }
  return {
    taken: { all: counts.taken, accepted: counts.taken - taken.length, refused: taken },
    replies: { all: counts.replies, accepted: counts.replies - replies.length, refused: replies },
  };
}

function sampleOf(
  descriptor: MessageDescriptor,
  channel: Channel,
  contract: Contract,
): { readonly read: unknown } | undefined {
  const message = channel.messages.find(({ id }) => id === descriptor.id);
  return message && clientMessage(message, channel, descriptor, contract);
}

/** Writes a decoded message as text; values without a JSON form use their string form. */
function textOf(message: unknown): string {
  return stringifyJson(message);
}

function failureText(error: unknown): string {
  const cause = memberOf(memberOf(error, "cause"), "message") ?? "";
  return `${memberOf(error, "code") ?? ""} ${memberOf(error, "message")} ${cause}`
    .trim()
    .slice(0, 300);
}

async function until(isDone: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!isDone() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
}
