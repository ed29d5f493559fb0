// The targets that an upgrade request may have: streams source §4, §8, §9; S7, S11.

import { demand } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import { type CheckedClause, onEachChannel } from "../checks/clause.ts";
import { readJson } from "../line/frame.ts";
import type { OpenOptions } from "../line/upgrade.ts";
import { listAt, textAt } from "../stimulus/json-values.ts";
import { sampleOf } from "../stimulus/samples.ts";
import type { ChannelName } from "../stimulus/stimulus.ts";

/**
 * Fails the clause unless the server refuses a query as a bad request. Returns the body of the refusal.
 */
async function badRequest(
  context: CheckContext,
  channel: ChannelName,
  query: string,
): Promise<string> {
  const { status, closeCode, body = "" } = await context.refusal(channel, { query });
  demand(status === 400, `${query} got ${status ?? `a close with ${closeCode}`}`);
  return body;
}

function refusedClause(
  id: string,
  source: string,
  sentence: string,
  queries: readonly (readonly [ChannelName, string])[],
): CheckedClause {
  return {
    id,
    source,
    sentence,
    async check(context) {
      for (const [channel, query] of queries) await badRequest(context, channel, query);
      return `HTTP 400 for ${queries.map(([channel, query]) => `/${channel}${query}`).join(", ")}`;
    },
  };
}

/** Returns the target of a channel in a different version of the interface. */
function otherVersion({ url }: CheckContext): OpenOptions {
  return { target: `${new URL(url).pathname.replace(/\/v\d+\/?$/, "")}/v999/orders` };
}

export const addresses: readonly CheckedClause[] = [
  {
    id: "4.0.1",
    source: "4",
    sentence: "On sequenced channels, frames from a client do not disturb the stream.",
    needs: ["publish"],
    check: (context) =>
      onEachChannel(context, async (channel) => {
        const line = await context.open(channel);
        line.send({ type: "subscribe", markets: ["M"] });
        await line.ping();
        const seq = await context.publish({ channel, message: sampleOf(channel, { market: "M" }) });
        await line.dataUntil(seq);
        return `the stream continued with ${seq}`;
      }),
  },
  refusedClause("4.2.3", "4.2; S7", "/accounting has no filter `event_id`.", [
    ["accounting", "?event_id=E"],
  ]),
  refusedClause("4.6.18", "4.6; S7", "/market-data takes no query parameters.", [
    ["market-data", "?since=1"],
    ["market-data", "?market=M"],
  ]),
  refusedClause(
    "S7.1",
    "S7; 8 (since)",
    "A `since` that is not an int64 is answered with HTTP 400.",
    [
      ["orders", "?since=abc"],
      ["orders", "?since=1.5"],
      ["orders", "?since="],
      ["orders", "?since=9223372036854775808"],
    ],
  ),
  refusedClause(
    "S7.2",
    "S7; 4.4",
    "A `lang` other than `en`, `pt` and `id` is answered with HTTP 400.",
    [
      ["events", "?lang=xx"],
      ["events", "?lang=en&lang=EN"],
    ],
  ),
  refusedClause(
    "S7.3",
    "S7",
    "A parameter that the channel does not have is answered with HTTP 400.",
    [
      ["orders", "?sinc=1"],
      ["orders", "?lang=en"],
      ["payouts", "?market_id=M"],
    ],
  ),
  refusedClause("S7.4", "S7; 4", "A parameter that is not repeatable may be given only once.", [
    ["orders", "?since=1&since=2"],
  ]),
  refusedClause(
    "S7.5",
    "S7",
    "A query that is not percent-encoded UTF-8 is answered with HTTP 400.",
    [
      ["orders", "?market=%zz"],
      ["orders", "?market=%ff"],
    ],
  ),
  {
    id: "S7.6",
    source: "S7",
    sentence: "The body of HTTP 400 is problem+json and names the parameter.",
    async check(context) {
      const { contentType = "", body = "" } = await context.refusal("orders", {
        query: "?since=abc",
      });
      demand(contentType.startsWith("application/problem+json"), `content type ${contentType}`);
      const problem = readJson(body);
      demand(textAt(problem, "code") === "invalid_parameter", `code ${textAt(problem, "code")}`);
      const named = textAt(problem, "parameter") === "since";
      demand(named, `parameter is ${textAt(problem, "parameter") ?? "absent"}`);
      return "problem+json, parameter since";
    },
  },
  refusedClause("S7.7", "S7", "A filter without a value is answered with HTTP 400.", [
    ["orders", "?market="],
    ["accounting", "?account_id=A&account_id="],
    ["events", "?event_id="],
  ]),
  {
    id: "9.1",
    source: "9",
    sentence:
      "The stream address has the version segment `v1`. Without this segment, the channel is unknown.",
    async check(context) {
      const path = new URL(context.url).pathname;
      demand(/\/v1\/?$/.test(path), `the address ends with ${path}`);
      await context.open("orders");
      const target = `${path.replace(/\/v1\/?$/, "")}/orders`;
      const { status } = await context.refusal("orders", { target });
      demand(status === 404, `${target} got ${status ?? "a close"}`);
      return `${path} opened, ${target} got HTTP 404`;
    },
  },
  {
    id: "9.2",
    source: "9; 4.3",
    sentence: "/payouts is deprecated and still works.",
    async check(context) {
      await context.open("payouts");
      return "opened";
    },
  },
  {
    id: "S11.1",
    source: "S11",
    sentence:
      "An upgrade to an unsupported version is accepted, and gets the error frame `protocol_version` with the supported versions.",
    async check(context) {
      const line = await context.open("orders", otherVersion(context));
      const error = await line.error("protocol_version");
      const supported = listAt(error.value, "payload", "details", "supported");
      demand(supported.includes("v1"), `details.supported is ${JSON.stringify(supported)}`);
      return `protocol_version, supported ${supported.join(", ")}`;
    },
  },
  {
    id: "S11.2",
    source: "S11; 9; 7.1 (4009)",
    sentence: "A connection with an unsupported version is closed with 4009.",
    async check(context) {
      const line = await context.open("orders", otherVersion(context));
      return line.closedWith(4009);
    },
  },
  {
    id: "S11.3",
    source: "S11",
    sentence: "The path of an unknown channel is answered with HTTP 404.",
    async check(context) {
      const target = `${new URL(context.url).pathname.replace(/\/$/, "")}/kit-no-channel`;
      const { status } = await context.refusal("orders", { target });
      demand(status === 404, `${target} got ${status ?? "a close"}`);
      return "HTTP 404";
    },
  },
];
