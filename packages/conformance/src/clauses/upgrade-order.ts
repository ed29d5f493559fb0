// The order in which an upgrade with several mistakes is checked: S24.

import type { Clause } from "../clause.ts";
import { demand } from "../conformance-error.ts";
import type { Lab } from "../lab.ts";
import type { OpenOptions } from "../line-opener.ts";
import { full } from "./limits.ts";

const stranger: OpenOptions = { headers: () => ({}) };

/** Returns a target below the address without its version segment. */
function below(lab: Lab, path: string): string {
  return new URL(lab.url).pathname.replace(/(\/v\d+)?\/?$/, "") + path;
}

/** Fails the clause unless a target gets a status. For 401, the close 4401 counts as well (S6). */
async function demandStatus(
  lab: Lab,
  wanted: number,
  target: string,
  options: OpenOptions = {},
): Promise<string> {
  const { status, closeCode } = await lab.refusal("orders", { ...options, target });
  const seen = status ?? closeCode;
  const fits = seen === wanted || (wanted === 401 && seen === 4401);
  demand(fits, `${target} got ${seen}, not ${wanted}`);
  return `${target} ${seen}`;
}

/** The order of checks. */
export const upgradeOrder: readonly Clause[] = [
  {
    id: "S24.1",
    source: "S24; S11",
    sentence:
      "Without a valid signature, a client only learns which channels exist: 404 or else 401.",
    async check(lab) {
      const seen = [
        await demandStatus(lab, 404, below(lab, "/v1/kit-no-channel"), stranger),
        await demandStatus(lab, 401, below(lab, "/v1/orders?since=abc"), stranger),
        await demandStatus(lab, 401, below(lab, "/v999/orders"), stranger),
      ];
      return seen.join(", ");
    },
  },
  {
    id: "S24.2",
    source: "S24; S7; S11",
    sentence: "Parameters are checked before the version.",
    check: (lab) => demandStatus(lab, 400, below(lab, "/v999/orders?since=abc")),
  },
  {
    id: "S24.3",
    source: "S24; S12",
    sentence: "The connections of a key are checked after authentication and before parameters.",
    needs: ["issueKey"],
    async check(lab) {
      const { account } = await full(lab);
      const seen = [
        await demandStatus(lab, 401, below(lab, "/v1/orders"), { ...stranger, account }),
        await demandStatus(lab, 429, below(lab, "/v1/orders?since=abc"), { account }),
        await demandStatus(lab, 429, below(lab, "/v999/orders"), { account }),
      ];
      return seen.join(", ");
    },
  },
];
