import { errorCodeOf } from "../../src/streams/line/frame.ts";
import type { ProxiedUpgrade } from "../faulty-proxy.ts";
import { changePayload, changeQuery, type Fault } from "./fault.ts";

/** Drops query parameters that should be refused. */
function drops(
  name: string,
  breaks: readonly string[],
  edit: (query: URLSearchParams, upgrade: ProxiedUpgrade) => void,
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name,
    breaks,
    mayBreak,
    proxy: () => ({
      target: (upgrade) => changeQuery(upgrade.target, (query) => edit(query, upgrade)),
    }),
  };
}

function replaces(name: string, breaks: string, from: string | RegExp, to: string): Fault {
  return {
    name,
    breaks: [breaks],
    proxy: () => ({ target: ({ target }) => target.replace(from, to) }),
  };
}

/** Violations of the rules of addresses and parameters, one at a time. */
export const addressFaults: readonly Fault[] = [
  {
    name: "client-frame-ends-a-sequenced-stream",
    breaks: ["4.0.1"],
    proxy: () => ({
      control(text, line) {
        if (line.channel !== "market-data") line.end(1000);
        return [text];
      },
    }),
  },
  drops("accounting-ignores-event-id", ["4.2.3"], (query, { channel }) => {
    if (channel === "accounting") query.delete("event_id");
  }),
  drops("market-data-ignores-its-query", ["4.6.18"], (query, { channel }) => {
    if (channel === "market-data") for (const name of [...query.keys()]) query.delete(name);
  }),
  drops(
    "since-that-is-no-int64-is-none",
    ["S7.1"],
    (query) => {
      const since = query.get("since");
      if (since === null || (/^-?\d+$/.test(since) && BigInt(since) < 2n ** 63n)) return;
      query.delete("since");
    },
    ["S7.6", "S24.2"],
  ),
  drops("a-filter-without-a-value-is-none", ["S7.7"], (query) => {
    for (const [name, value] of [...query])
      if (value === "" && name !== "since") query.delete(name);
  }),
  drops("unknown-languages-are-ignored", ["S7.2"], (query) => {
    if (query.getAll("lang").some((lang) => !["en", "pt", "id"].includes(lang)))
      query.delete("lang");
  }),
  drops("unknown-parameters-are-ignored", ["S7.3"], (query, { channel }) => {
    query.delete("sinc");
    if (channel === "orders") query.delete("lang");
    if (channel === "payouts") query.delete("market_id");
  }),
  drops("the-first-since-counts", ["S7.4"], (query) => {
    const [first, second] = query.getAll("since");
    if (first !== undefined && second !== undefined) query.set("since", first);
  }),
  replaces("broken-encoding-is-ignored", "S7.5", /\?market=%(zz|ff)$/, ""),
  {
    name: "400-names-no-parameter",
    breaks: ["S7.6"],
    proxy: () => ({
      refusal: (refusal) => ({ ...refusal, body: refusal.body.replace('"parameter"', '"p"') }),
    }),
  },
  replaces("version-may-be-missing", "9.1", /^\/orders/, "/v1/orders"),
  {
    ...replaces("payouts-are-gone", "9.2", "/payouts", "/nothing"),
    mayBreak: ["3.3.1", "4.3", "6.5", "6.31", "6.32", "S7.3", "S22.1"],
  },
  {
    name: "protocol-version-without-details",
    breaks: ["S11.1"],
    proxy: () => ({
      frame: (frame) =>
        errorCodeOf(frame) === "protocol_version"
          ? [changePayload(frame, { details: undefined })]
          : [frame],
    }),
  },
  {
    name: "other-version-closes-1000",
    breaks: ["S11.2"],
    proxy: () => ({
      closing: (closing) =>
        closing.reason === "protocol_version" ? { ...closing, code: 1000 } : closing,
    }),
  },
  {
    ...replaces("unknown-channel-is-orders", "S11.3", "kit-no-channel", "orders"),
    mayBreak: ["S24.1"],
  },
];
