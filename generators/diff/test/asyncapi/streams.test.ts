// Realistic edits of the AsyncAPI document of this repository.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Change, compareContracts } from "@specwright/diff";
import { describe, expect, it } from "vitest";
import { contractOf } from "../contract-of.ts";

const file = join(import.meta.dirname, "../../../../specs/streams/asyncapi.yaml");
const text = readFileSync(file, "utf8");

/** An edit of the text, and the expected changes: class, surface, rule and subject. */
interface StreamsCase {
  readonly title: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly want: readonly string[];
}

const cases: readonly StreamsCase[] = [
  { title: "nothing", from: "asyncapi: 3.0.0", to: "asyncapi: 3.0.0", want: [] },
  {
    title: "another address",
    from: "address: /accounting",
    to: "address: /ledger",
    want: ["breaking wire channel-address-changed accounting"],
  },
  {
    title: "the key of a channel renamed",
    from: /\bmarketData(?=[:/"])/g,
    to: "marketDataFeed",
    want: ["breaking code channel-key-renamed marketData"],
  },
  {
    title: "a message that no longer counts",
    from: "messages: [orderUpdate, orderReject]",
    to: "messages: [orderUpdate]",
    want: ["breaking wire sequence-counted-message-removed orders"],
  },
  {
    title: "the number of all channels in another member",
    from: /^ {10}at: \/seq$/gm,
    to: "          at: /number",
    want: ["accounting", "events", "orders", "payouts"].map(
      (channel) => `breaking wire sequence-field-changed ${channel}`,
    ),
  },
  {
    title: "no watermark on one channel",
    from: "        watermark: /watermark_seq\n",
    to: "",
    want: ["potentially-breaking wire sequence-watermark-changed orders"],
  },
  {
    title: "the signed lines in another order",
    from: '        - "{method}"\n        - "{path}"\n',
    to: '        - "{path}"\n        - "{method}"\n',
    want: ["breaking wire signature-lines-changed Streams"],
  },
  {
    title: "less skew of clocks",
    from: "toleranceMs: 300000",
    to: "toleranceMs: 60000",
    want: ["potentially-breaking wire signature-clock-skew-decreased Streams"],
  },
  {
    title: "a filter removed from a channel whose parameters are closed",
    from: /( {12}event_id:\n(?: {14}.*\n)+)(?= {12}account_id)/,
    to: "",
    want: ["breaking wire connection-parameter-removed orders"],
  },
  {
    title: "a tighter resume point of four channels",
    from: /(ResumePoint:\n(?: {6}.*\n)*? {6}minimum: )1/,
    to: "$12",
    want: ["breaking wire minimum-increased ResumePoint"],
  },
  {
    title: "a level of a book whose quantity may be absent",
    from: "required: [price, qty]",
    to: "required: [price]",
    want: ["breaking wire property-became-optional BookLevel"],
  },
  {
    title: "a member added to the heartbeat of four channels",
    from: /(HeartbeatPayload:\n(?: {6}.*\n)*? {6}properties:\n)/,
    to: "$1        lag_ms: { type: integer, description: The lag. }\n",
    want: ["non-breaking wire property-added HeartbeatPayload"],
  },
  {
    title: "a subscription of at least two markets",
    from: /(SubscribeFrame:\n(?: {6}.*\n)*? {10}minItems: )1/,
    to: "$12",
    want: ["breaking wire min-items-increased SubscribeFrame"],
  },
  {
    title: "the description of a server",
    from: "The stream address is `wss",
    to: "The address is `wss",
    want: ["docs docs description-changed production"],
  },
  {
    title: "the text of a message",
    from: "summary: The state of an order after a change.",
    to: "summary: The state of an order.",
    want: ["docs docs summary-changed order_update"],
  },
  {
    title: "a message is deprecated",
    from: "      name: trade\n",
    to: "      name: trade\n      deprecated: true\n",
    want: ["deprecation wire message-deprecated trade"],
  },
  {
    title: "a reply that no longer comes",
    from: /( {6}- \$ref: "#\/channels\/marketData\/messages\/subscribe"\n) {4}reply:\n(?: {6}.*\n)+/,
    to: "$1",
    want: ["breaking wire reply-removed receiveSubscribe"],
  },
  {
    title: "a close code after which clients stop",
    from: "      client: reconnect\n    - codes: 4009",
    to: "      client: stop\n    - codes: 4009",
    want: ["breaking wire close-code-action-changed Streams"],
  },
];

describe("specs/streams/asyncapi.yaml", () => {
  it.each(cases)("$title", async ({ from, to, want }) => {
    const revised = text.replace(from, to);
    expect(from === to || revised !== text).toBe(true);
    const found = await compare(revised);
    expect(found.map(textOf).sort()).toEqual([...want].sort());
  });

  it("lists everything that a shared schema reaches in one change", async () => {
    const [change] = await compare(text.replace("required: [price, qty]", "required: [price]"));
    expect(change?.affects.map(({ operation, part }) => `${operation}: ${part}`)).toEqual([
      "send marketData: message book_diff",
      "send marketData: message book_snapshot",
    ]);
    expect(change?.witness?.validIn).toBe("revision");
  });

  it("lists all channels that a rule of the document reaches in one change", async () => {
    const [change] = await compare(text.replace("toleranceMs: 300000", "toleranceMs: 1"));
    expect(change?.affects.map(({ operation }) => operation)).toEqual([
      "receive marketData",
      "send accounting",
      "send events",
      "send marketData",
      "send orders",
      "send payouts",
    ]);
  });
});

async function compare(revised: string): Promise<readonly Change[]> {
  return compareContracts(await contractOf(text), await contractOf(revised));
}

function textOf({ class: changeClass, surface, ruleId, subject }: Change): string {
  return `${changeClass} ${surface} ${ruleId} ${subject.name}`;
}
