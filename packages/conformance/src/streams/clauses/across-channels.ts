// Facts about which several channels must agree: streams source §2.2 to §2.4, §2.9, §6.

import { demand } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { demandSameBooks } from "../checks/same-books.ts";
import { endedMarkets } from "../checks/watch-exchange.ts";
import {
  type ExchangeRecord,
  printAmount,
  type RecordedBalance,
  type RecordedMarket,
  UNIT,
} from "../line/exchange-record.ts";

function sumAmounts<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n);
}

/** Fails the clause unless two amounts agree. */
function demandEqual(what: string, stated: bigint, due: bigint, where: string): void {
  const seen = `${where}: ${what} is ${printAmount(stated)}, expected ${printAmount(due)}`;
  demand(stated === due, seen);
}

/** Fails the clause unless the accounting frames of an account agree with its orders and merges. */
function demandFills(record: ExchangeRecord, balance: RecordedBalance, where: string): void {
  const orders = record
    .ordersOf(balance.market)
    .filter(({ account }) => account === balance.account);
  const signed = (side: string, amount: bigint): bigint => (side === "BUY" ? amount : -amount);
  const cash = sumAmounts(orders, ({ side, volume, fee }) => -signed(side, volume) - fee);
  const held = (token: string): bigint =>
    sumAmounts(
      orders.filter((order) => order.token === token),
      ({ side, filled }) => signed(side, filled),
    );
  demandEqual("cash by accounting_update", balance.cash, cash + balance.merged, where);
  demandEqual("yes_qty by accounting_update", balance.yes, held("YES") - balance.merged, where);
  demandEqual("no_qty by accounting_update", balance.no, held("NO") - balance.merged, where);
}

/** Fails the clause unless the end of a market removed all holdings and paid their value. */
function demandPayout(
  { payouts }: ExchangeRecord,
  balance: RecordedBalance,
  { price }: RecordedMarket,
  where: string,
): void {
  const { market, account, yes, no, paid } = balance;
  demandEqual("yes_qty by accounting_payout", balance.takenYes, -yes, where);
  demandEqual("no_qty by accounting_payout", balance.takenNo, -no, where);
  // The contract does not define the payout of a void market.
  if (price === undefined) return;
  const due = (yes * price + no * (UNIT - price)) / UNIT;
  demandEqual("cash_delta by accounting_payout", paid, due, where);
  const own = payouts.filter((one) => one.market === market && one.account === account);
  demandEqual(
    "payout_amount",
    sumAmounts(own, ({ amount }) => amount),
    due,
    where,
  );
  for (const { held, price: stated } of own) {
    demandEqual("qty_held_at_settlement", held, yes - no, where);
    demandEqual("settlement_price of the payout", stated, price, where);
  }
}

export const acrossChannels: readonly CheckedClause[] = [
  {
    id: "6.31",
    source: "6; 2.3; 2.8",
    sentence: "Money is conserved: gains, losses and fees of a market's accounts sum to zero.",
    async check(context: CheckContext) {
      const { record, ended } = await endedMarkets(context);
      for (const market of ended.keys()) {
        const balances = record.balancesOf(market);
        const fees = sumAmounts(record.ordersOf(market), ({ fee }) => fee);
        const total = sumAmounts(balances, ({ cash, paid }) => cash + paid) + fees;
        context.demandAlone(
          total === 0n,
          `${market}: the sum is ${printAmount(total)}, expected 0`,
        );
        const pairs = sumAmounts(balances, ({ yes, no }) => yes - no);
        context.demandAlone(
          pairs === 0n,
          `${market}: accounts hold ${printAmount(pairs)} more YES than NO`,
        );
      }
      return `${ended.size} markets that ended`;
    },
  },
  {
    id: "6.32",
    source: "6 (accounting_update, accounting_payout); 4.2; 2.8",
    sentence: "The balances of each account equal the sum of its fills, merges and payouts.",
    async check(context) {
      const { record, ended } = await endedMarkets(context);
      let judged = 0;
      for (const [name, market] of ended) {
        const traders = record.ordersOf(name).filter(({ filled }) => filled > 0n);
        for (const { account } of traders) record.balance(name, account);
        for (const balance of record.balancesOf(name)) {
          const where = `${balance.account} in ${name}`;
          demandFills(record, balance, where);
          demandPayout(record, balance, market, where);
          judged += 1;
        }
      }
      return `${judged} accounts in ${ended.size} markets that ended`;
    },
  },
  {
    id: "6.33",
    source: "6; 2.2; 2.9; 4.6 rule 7",
    sentence: "The orders of /orders add up to the book on /market-data.",
    check: demandSameBooks,
  },
];
