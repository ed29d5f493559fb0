// Mirrors the cash and the positions of every account from /accounting, exact to the last digit.

import {
  type Decimal,
  decimalFromNanos,
  decimalToNanos,
  detach,
  formatDecimal,
} from "@specwright/runtime";
import type { AccountingPositionDelta } from "@specwright/streams-api/types";
import { createStreamsClient, streamTransport } from "@specwright/streams-sdk";
import { findServer } from "./find-server.ts";

/** Amounts are bigints of billionths, so sums are exact, however many and large they are. */
interface Account {
  cash: bigint;
  /** YES and NO contracts held, by market. */
  readonly positions: Map<string, { yes: bigint; no: bigint }>;
}

const accounts = new Map<string, Account>();

function accountOf(id: string): Account {
  const known = accounts.get(id);
  if (known !== undefined) return known;
  const account: Account = { cash: 0n, positions: new Map() };
  // Detached, because the string would otherwise keep the text of its frame in memory.
  accounts.set(detach(id), account);
  return account;
}

function apply(id: string, market: string, cash: Decimal, delta: AccountingPositionDelta): void {
  const account = accountOf(id);
  account.cash += decimalToNanos(cash);
  const position = account.positions.get(market) ?? { yes: 0n, no: 0n };
  position.yes += decimalToNanos(delta.yes_qty);
  position.no += decimalToNanos(delta.no_qty);
  if (position.yes === 0n && position.no === 0n) account.positions.delete(market);
  else account.positions.set(detach(market), position);
}

const text = (nanos: bigint): string => formatDecimal(decimalFromNanos(nanos));

const client = createStreamsClient(streamTransport(findServer()));
// Everything since the beginning. To continue from a stored state instead, store the balances
// together with the last `seq` they include, and pass that as `resume`.
const accounting = client.accounting({ query: { since: 1n } });
process.once("SIGINT", () => void accounting.close());
process.once("SIGTERM", () => void accounting.close());

await accounting.run((frame) => {
  if (frame.type !== "accounting_update" && frame.type !== "accounting_payout") return;
  const { account_id, market_id } = frame.payload;
  if (frame.type === "accounting_update") {
    const { cash, position_delta } = frame.payload.deltas;
    apply(account_id, market_id, cash, position_delta);
  } else {
    apply(account_id, market_id, frame.payload.cash_delta, frame.payload.position_delta);
  }
  const { cash, positions } = accountOf(account_id);
  const { yes, no } = positions.get(market_id) ?? { yes: 0n, no: 0n };
  const held = `${market_id} yes ${text(yes)} no ${text(no)}`;
  console.log(`#${frame.seq} ${account_id} cash ${text(cash)} ${held}`);
});
