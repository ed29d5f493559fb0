import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { OrderMarket, SIDES } from "../../examples/feeds/order-market.ts";
import { decimalText, fixedText, toNumber } from "../../examples/feeds/scaled-number.ts";

describe("scaled numbers", () => {
  it.each([
    { units: 0, decimals: 3, fixed: "0.000", plain: "0", number: 0 },
    { units: 100, decimals: 0, fixed: "100", plain: "100", number: 100 },
    { units: 100, decimals: 1, fixed: "10.0", plain: "10", number: 10 },
    { units: 100_000, decimals: 8, fixed: "0.00100000", plain: "0.001", number: 0.001 },
    { units: -1, decimals: 7, fixed: "-0.0000001", plain: "-0.0000001", number: -1e-7 },
    {
      units: 123_456_789,
      decimals: 8,
      fixed: "1.23456789",
      plain: "1.23456789",
      number: 1.23456789,
    },
  ])("$units of $decimals decimals is $plain", ({ units, decimals, fixed, plain, number }) => {
    expect(fixedText(units, decimals)).toBe(fixed);
    expect(decimalText(units, decimals)).toBe(plain);
    expect(toNumber(units, decimals)).toBe(number);
  });
});

describe("a market", () => {
  const traits = {
    name: "A",
    base: "B",
    quote: "C",
    priceDecimals: 1,
    amountDecimals: 8,
    centre: 30_000,
    orders: 40,
    largest: 1_000_000_000,
  };

  it("is never crossed or empty, stays near its price, and has every kind of event", () => {
    const market = new OrderMarket(traits, fakeClock(), seededRandom(1));
    const kinds = new Set<string>();
    let sweeps = 0;
    for (let step = 0; step < 5_000; step += 1) {
      const events = market.step();
      for (const { kind } of events) kinds.add(kind);
      if (events.filter(({ kind }) => kind === "traded").length > 2) sweeps += 1;
      const [bids, asks] = SIDES.map((side) => market.levels(side));
      const bid = bids?.[0]?.price ?? Number.NaN;
      const ask = asks?.[0]?.price ?? Number.NaN;
      expect(bid).toBeLessThan(ask);
      expect(Math.abs(bid - traits.centre)).toBeLessThan(3_000);
      expect(Math.abs(ask - traits.centre)).toBeLessThan(3_000);
    }
    expect(kinds).toEqual(new Set(["placed", "reduced", "cancelled", "traded"]));
    expect(sweeps).toBeGreaterThan(100);
  });

  it("reports the amount of the level with each event", () => {
    const market = new OrderMarket(traits, fakeClock(), seededRandom(2));
    const amounts = new Map<string, number>();
    for (const side of SIDES) {
      for (const { price, amount } of market.levels(side)) amounts.set(`${side} ${price}`, amount);
    }
    for (let step = 0; step < 500; step += 1) {
      for (const { order, levelAmount } of market.step()) {
        if (levelAmount === 0) amounts.delete(`${order.side} ${order.price}`);
        else amounts.set(`${order.side} ${order.price}`, levelAmount);
      }
      const levels = SIDES.flatMap((side) =>
        market.levels(side).map(({ price, amount }) => [`${side} ${price}`, amount] as const),
      );
      expect(new Map(levels)).toEqual(amounts);
    }
  });

  it("is the same for the same seed", () => {
    const books = [7, 7, 8].map((seed) => {
      const market = new OrderMarket(traits, fakeClock(), seededRandom(seed));
      for (let step = 0; step < 50; step += 1) market.step();
      return market.book();
    });
    expect(books[1]).toEqual(books[0]);
    expect(books[2]).not.toEqual(books[0]);
  });
});
