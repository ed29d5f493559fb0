// Authentication of connections: streams source §5, §3.3, §7.2; S1 to S4, S6.

import { formatTimestamp } from "@specwright/streams/signing";
import { demand } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { readJson } from "../line/frame.ts";
import type { Refusal } from "../line/line.ts";
import { type Alteration, signWith } from "../line/signature.ts";
import type { OpenOptions } from "../line/upgrade.ts";
import { textAt, valueAt } from "../stimulus/json-values.ts";
import { sequencedNames } from "../stimulus/stimulus.ts";

type Headers = NonNullable<OpenOptions["headers"]>;

const DAY_MS = 86_400_000;

const channels = [...sequencedNames, "market-data" as const];

/**
 * Fails the clause unless the server refuses an upgrade as unauthorized, in one of the two allowed ways.
 */
async function demandUnauthorized(context: CheckContext, options: OpenOptions): Promise<string> {
  const { status, closeCode } = await context.refusal("orders", options);
  if (status !== undefined) demand(status === 401, `got HTTP ${status}`);
  else demand(closeCode === 4401, `closed with ${closeCode}`);
  return status === undefined ? "closed with 4401" : "HTTP 401";
}

function withoutHeader(name: string): Headers {
  return (signed) => Object.fromEntries(Object.entries(signed).filter(([key]) => key !== name));
}

function missingHeaderClause(id: string, name: string): CheckedClause {
  return {
    id,
    source: "5",
    sentence: `An upgrade without ${name} is rejected.`,
    check: (context) => demandUnauthorized(context, { headers: withoutHeader(name) }),
  };
}

/** Signs an upgrade. The timestamp may be any text. */
async function signedAt(context: CheckContext, timestamp: string): Promise<Headers> {
  const account = await context.account();
  return (signed, target) => ({
    ...signed,
    "PRE-ACCESS-TIMESTAMP": timestamp,
    "PRE-ACCESS-SIGNATURE": signWith("none", account, target, timestamp),
  });
}

async function tryAltered(context: CheckContext, alteration: Alteration): Promise<string> {
  const account = await context.account();
  return demandUnauthorized(context, {
    headers: (signed, target) => ({
      ...signed,
      "PRE-ACCESS-SIGNATURE": signWith(alteration, account, target, signed["PRE-ACCESS-TIMESTAMP"]),
    }),
  });
}

function signedLineClause(number: number, alteration: Alteration, what: string): CheckedClause {
  return {
    id: `5.7.${number}`,
    source: number === 8 ? "5" : `5 line ${number}`,
    sentence: `The signature covers ${what}: a signature over a different value is rejected.`,
    check: (context) => tryAltered(context, alteration),
  };
}

/** Provokes a refusal that has a body, and returns it. */
function provokeRefusal(context: CheckContext): Promise<Refusal> {
  return context.refusal("orders", {
    headers: (signed) => ({ ...signed, "PRE-ACCESS-SIGNATURE": "0".repeat(64) }),
  });
}

async function revokeOpenKey(context: CheckContext) {
  const account = await context.newAccount();
  const stream = await context.open("orders", { account });
  await context.stimulus.revokeKey?.(account.accessKey);
  return { account, stream };
}

export const authentication: readonly CheckedClause[] = [
  {
    id: "3.3.1",
    source: "3.3 row 1; 4; 5; S1; S3",
    sentence: "A signed upgrade opens a stream, on each of the five channels.",
    async check(context) {
      for (const channel of channels) await context.open(channel);
      return `opened ${channels.map((name) => `/${name}`).join(", ")}`;
    },
  },
  missingHeaderClause("5.1", "PRE-ACCESS-KEY"),
  missingHeaderClause("5.2", "PRE-ACCESS-TIMESTAMP"),
  missingHeaderClause("5.3", "PRE-ACCESS-SIGNATURE"),
  {
    id: "5.4",
    source: "5; 8 (PRE-ACCESS-KEY length)",
    sentence: "An access key of more than 64 characters, or with invalid characters, is rejected.",
    async check(context) {
      for (const key of ["k".repeat(65), "kit/key", "kit key"]) {
        await demandUnauthorized(context, {
          headers: (signed) => ({ ...signed, "PRE-ACCESS-KEY": key }),
        });
      }
      return "three malformed keys rejected";
    },
  },
  {
    id: "5.5",
    source: "5",
    sentence:
      "A timestamp that is not RFC 3339 with milliseconds is rejected, even if it is signed.",
    async check(context) {
      const now = new Date().toISOString();
      const forms = [now.replace(/\.\d+/, ""), String(Date.now()), now.replace("T", " ")];
      for (const form of forms)
        await demandUnauthorized(context, { headers: await signedAt(context, form) });
      return `refused ${forms.join(", ")}`;
    },
  },
  {
    id: "5.6",
    source: "5",
    sentence: "A signature that is not 64 lowercase hex characters is rejected.",
    async check(context) {
      const forms: readonly ((hex: string) => string)[] = [
        (hex) => hex.toUpperCase().replace(/^\d/, "A"),
        (hex) => hex.slice(1),
        (hex) => Buffer.from(hex, "hex").toString("base64"),
      ];
      for (const form of forms) {
        const headers: Headers = (signed) => {
          return { ...signed, "PRE-ACCESS-SIGNATURE": form(signed["PRE-ACCESS-SIGNATURE"]) };
        };
        await demandUnauthorized(context, { headers });
      }
      return "three malformed signatures rejected";
    },
  },
  signedLineClause(1, "method", "the method"),
  signedLineClause(2, "path", "the path with its query"),
  signedLineClause(3, "timestamp", "the timestamp"),
  signedLineClause(4, "idempotency key", "the idempotency key, which is empty"),
  signedLineClause(5, "broker id", "the broker id"),
  signedLineClause(6, "access key", "the access key"),
  signedLineClause(7, "body digest", "the digest of the empty body"),
  signedLineClause(8, "last newline", "the newline at the end of the signed text"),
  {
    id: "5.8",
    source: "5; 8 (clock skew tolerance)",
    sentence: "A timestamp within the tolerance is accepted, before and after the server's clock.",
    async check(context) {
      const offMs = context.limits.clock_skew_tolerance * 900;
      await context.underLimit("clock_skew_tolerance", async () => {
        for (const sign of [-1, 1])
          await context.open("orders", { timeMs: Date.now() + sign * offMs });
      });
      return `accepted ${offMs / 1000} s either way`;
    },
  },
  {
    id: "5.9",
    source: "5; 8 (clock skew tolerance)",
    sentence: "A timestamp beyond the tolerance is rejected, before and after the server's clock.",
    async check(context) {
      const offMs = context.limits.clock_skew_tolerance * 1000 + 60_000;
      // No server can be configured to accept a skew of a day.
      for (const sign of [-1, 1])
        await demandUnauthorized(context, { timeMs: Date.now() + sign * DAY_MS });
      await context.underLimit("clock_skew_tolerance", async () => {
        for (const sign of [-1, 1])
          await demandUnauthorized(context, { timeMs: Date.now() + sign * offMs });
      });
      return `refused ${offMs / 1000} s either way`;
    },
  },
  {
    id: "5.10",
    source: "5; 3.3 row 2; 7.1 (4401); 7.2; S6",
    sentence: "A signature with a different secret is answered with HTTP 401 or close 4401.",
    check: (context) => tryAltered(context, "secret"),
  },
  {
    id: "5.11",
    source: "5; 7.2; S6",
    sentence: "An access key that was never issued is answered with HTTP 401 or close 4401.",
    async check(context) {
      const account = await context.account();
      return demandUnauthorized(context, {
        account: { ...account, accessKey: context.unique("key") },
      });
    },
  },
  {
    id: "S3.1",
    source: "S3",
    sentence: "The key of the signature is the 32 bytes of the secret, not its hex characters.",
    check: (context) => tryAltered(context, "key as text"),
  },
  {
    id: "S4.1",
    source: "S4",
    sentence: "The path is signed as it is sent: each percent-encoding of the same path is valid.",
    async check(context) {
      const query = "?market=%6bit%2fmarket&market=a+b";
      await context.open("orders", { query });
      return `accepted ${query}`;
    },
  },
  {
    id: "S6.1",
    source: "S6",
    sentence: "The body of HTTP 401 is problem+json with the code `unauthorized`.",
    async check(context) {
      const { status, contentType = "", body = "" } = await provokeRefusal(context);
      if (status === undefined) return "upgrades are rejected with 4401, which has no body";
      demand(contentType.startsWith("application/problem+json"), `content type ${contentType}`);
      const code = textAt(readJson(body), "code");
      demand(code === "unauthorized", `the code is ${code}`);
      return `problem+json with the code ${code}`;
    },
  },
  {
    id: "S6.2",
    source: "S6",
    sentence:
      "The body of HTTP 401 contains the server's time, so that a client can correct its clock.",
    async check(context) {
      const { status, body = "" } = await provokeRefusal(context);
      if (status === undefined) return "upgrades are rejected with 4401, which has no body";
      const time = Date.parse(textAt(readJson(body), "server_time") ?? "");
      demand(
        !Number.isNaN(time),
        `server_time is ${String(valueAt(readJson(body), "server_time"))}`,
      );
      const off = Math.abs(time - Date.now());
      demand(off < 60_000, `server_time is ${formatTimestamp(time)}, ${off} ms off`);
      return `server_time, ${off} ms off`;
    },
  },
  {
    id: "S6.3",
    source: "S6",
    sentence: "When a key is revoked, its streams get the error frame `unauthorized`.",
    needs: ["issueKey", "revokeKey"],
    async check(context) {
      const { stream } = await revokeOpenKey(context);
      await stream.error("unauthorized");
      return "error frame unauthorized";
    },
  },
  {
    id: "S6.4",
    source: "S6; 7.1 (4401)",
    sentence: "When a key is revoked, its streams are closed with 4401.",
    needs: ["issueKey", "revokeKey"],
    async check(context) {
      const { stream } = await revokeOpenKey(context);
      return stream.closedWith(4401);
    },
  },
  {
    id: "S6.5",
    source: "S6; 7.2",
    sentence: "A revoked key opens no stream.",
    needs: ["issueKey", "revokeKey"],
    async check(context) {
      const { account, stream } = await revokeOpenKey(context);
      await stream.closed();
      return demandUnauthorized(context, { account });
    },
  },
  {
    id: "S6.6",
    source: "S6",
    sentence:
      "The body of HTTP 401 has a `reason`, which differs for a wrong clock and a wrong signature.",
    async check(context) {
      const wrong = await provokeRefusal(context);
      if (wrong.status === undefined) return "upgrades are rejected with 4401, which has no body";
      const offMs = context.limits.clock_skew_tolerance * 2000;
      const late = await context.refusal("orders", { timeMs: Date.now() - offMs });
      const seen = [wrong, late].map(({ body = "" }) => textAt(readJson(body), "reason"));
      demand(seen[0] === "bad_signature", `a wrong signature has the reason ${seen[0]}`);
      demand(seen[1] === "clock_skew", `a wrong clock has the reason ${seen[1]}`);
      return seen.join(", ");
    },
  },
];
