// The order in which the server checks an upgrade that has several mistakes: S24.

import { demand } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import type { OpenOptions } from "../line/upgrade.ts";
import { openUntilRefused } from "./limits.ts";

const stranger: OpenOptions = { headers: () => ({}) };

/**
 * Returns the target of a path below the stream address. The version segment of the address is left out.
 */
function targetBelow(context: CheckContext, path: string): string {
  return new URL(context.url).pathname.replace(/(\/v\d+)?\/?$/, "") + path;
}

/**
 * Fails the clause unless a target is answered with a status. Instead of 401, the server may close with
 * 4401 (S6).
 */
async function demandStatus(
  context: CheckContext,
  wanted: number,
  target: string,
  options: OpenOptions = {},
): Promise<string> {
  const { status, closeCode } = await context.refusal("orders", { ...options, target });
  const seen = status ?? closeCode;
  const fits = seen === wanted || (wanted === 401 && seen === 4401);
  demand(fits, `${target} got ${seen}, not ${wanted}`);
  return `${target} ${seen}`;
}

export const upgradeOrder: readonly CheckedClause[] = [
  {
    id: "S24.1",
    source: "S24; S11",
    sentence:
      "Without a valid signature, a client learns only whether a channel exists: HTTP 404 for an unknown channel, else HTTP 401.",
    async check(context) {
      const seen = [
        await demandStatus(context, 404, targetBelow(context, "/v1/kit-no-channel"), stranger),
        await demandStatus(context, 401, targetBelow(context, "/v1/orders?since=abc"), stranger),
        await demandStatus(context, 401, targetBelow(context, "/v999/orders"), stranger),
      ];
      return seen.join(", ");
    },
  },
  {
    id: "S24.2",
    source: "S24; S7; S11",
    sentence: "Parameters are checked before the version.",
    check: (context) => demandStatus(context, 400, targetBelow(context, "/v999/orders?since=abc")),
  },
  {
    id: "S24.3",
    source: "S24; S12",
    sentence: "The connections of a key are checked after authentication and before parameters.",
    needs: ["issueKey"],
    async check(context) {
      const { account } = await openUntilRefused(context);
      const seen = [
        await demandStatus(context, 401, targetBelow(context, "/v1/orders"), {
          ...stranger,
          account,
        }),
        await demandStatus(context, 429, targetBelow(context, "/v1/orders?since=abc"), { account }),
        await demandStatus(context, 429, targetBelow(context, "/v999/orders"), { account }),
      ];
      return seen.join(", ");
    },
  },
];
