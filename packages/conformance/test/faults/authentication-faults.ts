import { errorCodeOf } from "../../src/streams/line/frame.ts";
import { type Alteration, signWith } from "../../src/streams/line/signature.ts";
import type { ProxiedUpgrade } from "../faulty-proxy.ts";
import type { ServiceUnderTest } from "../start-service.ts";
import type { Fault } from "./fault.ts";

function header({ headers }: ProxiedUpgrade, name: string): string {
  return String(headers[`PRE-ACCESS-${name}`] ?? "");
}

/** Admits some clients that should be refused. */
function letsIn(
  name: string,
  breaks: readonly string[],
  who: (upgrade: ProxiedUpgrade, service: ServiceUnderTest) => boolean,
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name,
    breaks,
    mayBreak,
    proxy: (service) => ({
      signAs: (upgrade) =>
        who(upgrade, service)
          ? (service.lookup(header(upgrade, "KEY")) ?? service.account)
          : undefined,
    }),
  };
}

function unsigned(line: Alteration, clause: string): Fault {
  return letsIn(`${line.replaceAll(" ", "-")}-may-differ`, [clause], (upgrade, { lookup }) => {
    const account = lookup(header(upgrade, "KEY"));
    if (account === undefined) return false;
    const wrong = signWith(line, account, upgrade.target, header(upgrade, "TIMESTAMP"));
    return wrong === header(upgrade, "SIGNATURE");
  });
}

const revoked = new Set<string>();

/** Violations of the rules of authentication, one at a time. */
export const authenticationFaults: readonly Fault[] = [
  {
    name: "no-market-data",
    breaks: ["3.3.1"],
    mayBreak: ["4.6", "4.7.2", "6.33", "7.2.2", "8.2", "S10", "S12", "S13", "S25", "market-data"],
    proxy: () => ({
      target: ({ channel, target }) =>
        channel === "market-data" ? target.replace("market-data", "nothing") : undefined,
    }),
  },
  letsIn("key-may-be-missing", ["5.1"], (upgrade) => header(upgrade, "KEY") === "", ["S24"]),
  letsIn("timestamp-may-be-missing", ["5.2"], (upgrade) => header(upgrade, "TIMESTAMP") === "", [
    "S24",
  ]),
  letsIn("signature-may-be-missing", ["5.3"], (upgrade) => header(upgrade, "SIGNATURE") === "", [
    "S24",
  ]),
  letsIn("key-of-any-form", ["5.4"], (upgrade) => {
    const key = header(upgrade, "KEY");
    return key !== "" && !/^[A-Za-z0-9._~-]{1,64}$/.test(key);
  }),
  letsIn("timestamp-of-any-form", ["5.5"], (upgrade) => {
    const timestamp = header(upgrade, "TIMESTAMP");
    return timestamp !== "" && !/T.*\.\d{3}Z$/.test(timestamp);
  }),
  letsIn("signature-of-any-form", ["5.6"], (upgrade) => {
    const signature = header(upgrade, "SIGNATURE");
    return signature !== "" && !/^[0-9a-f]{64}$/.test(signature);
  }),
  unsigned("method", "5.7.1"),
  unsigned("path", "5.7.2"),
  unsigned("timestamp", "5.7.3"),
  unsigned("idempotency key", "5.7.4"),
  unsigned("broker id", "5.7.5"),
  unsigned("access key", "5.7.6"),
  unsigned("body digest", "5.7.7"),
  unsigned("last newline", "5.7.8"),
  unsigned("secret", "5.10"),
  unsigned("key as text", "S3.1"),
  { name: "one-minute-of-skew", breaks: ["5.8"], settings: { clockSkewMs: 60_000 } },
  letsIn(
    "any-skew",
    ["5.9"],
    (upgrade) => {
      const timeMs = Date.parse(header(upgrade, "TIMESTAMP"));
      return Math.abs(timeMs - Date.now()) > 310_000 && Math.abs(timeMs - Date.now()) < 1e9;
    },
    ["S6.6"],
  ),
  letsIn("unknown-key-is-a-guest", ["5.11"], (upgrade) =>
    header(upgrade, "KEY").startsWith("kit-key-"),
  ),
  letsIn(
    "accepts-any-signature",
    ["5.1", "5.2", "5.3", "5.6", "5.7.1", "5.7.2", "5.7.5", "5.7.7", "5.9", "5.10", "S3.1"],
    () => true,
    ["5", "S6.1", "S6.2", "S6.5", "S6.6", "S24"],
  ),
  {
    name: "path-is-normalized",
    breaks: ["S4.1"],
    proxy: () => ({ keepSignature: true, target: ({ target }) => target.replace("%6b", "k") }),
  },
  {
    name: "401-as-text",
    breaks: ["S6.1"],
    proxy: () => ({
      refusal: (refusal) =>
        refusal.status === 401 ? { ...refusal, contentType: "text/plain" } : refusal,
    }),
  },
  {
    name: "401-without-time",
    breaks: ["S6.2"],
    proxy: () => ({
      refusal: (refusal) => ({ ...refusal, body: refusal.body.replace("server_time", "time") }),
    }),
  },
  {
    name: "401-without-reason",
    breaks: ["S6.6"],
    proxy: () => ({
      refusal: (refusal) => ({ ...refusal, body: refusal.body.replace('"reason"', '"why"') }),
    }),
  },
  {
    name: "revocation-without-error-frame",
    breaks: ["S6.3"],
    mayBreak: ["7.2.1"],
    proxy: () => ({
      frame: (frame) => (errorCodeOf(frame) === "unauthorized" ? [] : [frame]),
    }),
  },
  {
    name: "revocation-closes-1000",
    breaks: ["S6.4"],
    proxy: () => ({
      closing: (closing) => (closing.code === 4401 ? { ...closing, code: 1000 } : closing),
    }),
  },
  {
    ...letsIn("revoked-key-comes-back", ["S6.5"], () => false),
    proxy: ({ account }) => ({
      signAs: (upgrade) => (revoked.has(header(upgrade, "KEY")) ? account : undefined),
    }),
    stimulus: ({ stimulus }) => ({
      ...stimulus,
      async revokeKey(accessKey) {
        await stimulus.revokeKey?.(accessKey);
        revoked.add(accessKey);
      },
    }),
  },
];
