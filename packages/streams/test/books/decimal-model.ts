// A simple exact model of a book of decimals: one Map of canonical texts for each side.

import type { BookSide, ChecksumRule } from "@specwright/streams/books";

/** A decimal as a fraction with a power of ten below. */
interface Exact {
  readonly mantissa: bigint;
  readonly scale: number;
}

interface ModelLevel {
  readonly price: Exact;
  readonly quantity: Exact;
  /** The texts last written. */
  readonly written: readonly [price: string, quantity: string];
}

export class DecimalModel {
  readonly bids = new Map<string, ModelLevel>();
  readonly asks = new Map<string, ModelLevel>();

  clear(): void {
    this.bids.clear();
    this.asks.clear();
  }

  set(side: BookSide, price: string, quantity: string): void {
    const level: ModelLevel = {
      price: exact(price),
      quantity: exact(quantity),
      written: [price, quantity],
    };
    if (level.quantity.mantissa === 0n) this[side].delete(canonicalText(price));
    else this[side].set(canonicalText(price), level);
  }

  /** Returns whether the sum is not negative. */
  add(side: BookSide, price: string, change: string): boolean {
    const old = this[side].get(canonicalText(price))?.quantity ?? { mantissa: 0n, scale: 0 };
    const sum = plus(old, exact(change));
    if (sum.mantissa <= 0n) this[side].delete(canonicalText(price));
    else this.set(side, price, text(sum));
    return sum.mantissa >= 0n;
  }

  truncate(depth: number): void {
    for (const side of ["bids", "asks"] as const) {
      for (const { price } of this.#sorted(side).slice(depth)) this[side].delete(text(price));
    }
  }

  texts(side: BookSide): [string, string][] {
    return this.#sorted(side).map(({ price, quantity }) => [text(price), text(quantity)]);
  }

  get crossed(): boolean {
    const bid = this.#sorted("bids")[0];
    const ask = this.#sorted("asks")[0];
    return bid !== undefined && ask !== undefined && compare(bid.price, ask.price) >= 0;
  }

  checksumText(rule: ChecksumRule): string {
    const write = {
      digits: (value: string) => (value.startsWith("-") ? "-" : "") + stripped(value),
      written: (value: string) => value,
      shortest: canonicalText,
      ecmascript: (value: string) => String(Number(value)),
    }[rule.format];
    const cells = (side: BookSide, minus: string): string[][] =>
      this.#sorted(side)
        .slice(0, rule.levels)
        .map(({ written: [price, quantity] }) => [write(price), minus + write(quantity)]);
    const bids = cells("bids", "");
    const asks = cells("asks", rule.negativeAsks ? "-" : "");
    const depth = Math.max(bids.length, asks.length);
    const interleaved = Array.from({ length: depth }, (_, rank) => [bids[rank], asks[rank]]).flat();
    const levels = rule.layout === "asksThenBids" ? [...asks, ...bids] : interleaved;
    return levels.flatMap((level) => level ?? []).join(rule.joiner ?? "");
  }

  #sorted(side: BookSide): ModelLevel[] {
    const sign = side === "bids" ? -1 : 1;
    return [...this[side].values()].sort((a, b) => sign * compare(a.price, b.price));
  }
}

/** Returns the canonical text of a decimal, without exponent and zeros at the end. */
export function canonicalText(value: string): string {
  return text(exact(value));
}

function stripped(value: string): string {
  return value.replace(/[-.]/g, "").replace(/^0+/, "");
}

function exact(value: string): Exact {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(value);
  if (match === null) throw new Error(`${value} is not a decimal`);
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  const mantissa = scale < 0 ? digits * 10n ** BigInt(-scale) : digits;
  return { mantissa: sign === "-" ? -mantissa : mantissa, scale: Math.max(scale, 0) };
}

function text({ mantissa, scale }: Exact): string {
  const negative = mantissa < 0n;
  const digits = (negative ? -mantissa : mantissa).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  const plain = fraction === "" ? whole : `${whole}.${fraction}`;
  return negative ? `-${plain}` : plain;
}

function aligned(left: Exact, right: Exact): readonly [bigint, bigint, number] {
  const scale = Math.max(left.scale, right.scale);
  const [a, b] = [left, right].map((each) => each.mantissa * 10n ** BigInt(scale - each.scale)) as [
    bigint,
    bigint,
  ];
  return [a, b, scale];
}

function plus(left: Exact, right: Exact): Exact {
  const [a, b, scale] = aligned(left, right);
  return { mantissa: a + b, scale };
}

function compare(left: Exact, right: Exact): number {
  const [a, b] = aligned(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}
