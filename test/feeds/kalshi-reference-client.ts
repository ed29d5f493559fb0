// A client of Kalshi's books, written only from the exchange's documentation.

import { constants, generateKeyPairSync, sign } from "node:crypto";
import type { SimulatedRequest, TrueBook } from "../../examples/feeds/simulator.ts";
import { getJson, type ObservedFrame } from "./observed-client.ts";

const pair = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** A key made for these tests. */
export const accessKey = {
  keyId: "a952bcbe-ec3b-4b5b-b8f9-11dae589608c",
  publicKey: pair.publicKey,
};

/** Returns the signature of a request. */
export function signatureOf(text: string): string {
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  return sign("sha256", Buffer.from(text), { key: pair.privateKey, padding, saltLength }).toString(
    "base64",
  );
}

export function signedUpgrade(nowMs: number, target = "/trade-api/ws/v2"): SimulatedRequest {
  const [path] = target.split("?");
  return getJson(target, {
    "kalshi-access-key": accessKey.keyId,
    "kalshi-access-signature": signatureOf(`${nowMs}GET${path}`),
    "kalshi-access-timestamp": String(nowMs),
  });
}

/** Converts decimal text to an integer in units of 10^-`decimals`. */
function units(text: string, decimals: number): bigint {
  const [whole = "", part = ""] = text.split(".");
  return BigInt(whole + part.padEnd(decimals, "0"));
}

function plain(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, "");
}

type Ladder = Map<bigint, bigint>;

interface Frame {
  readonly type: string;
  readonly sid?: number;
  readonly seq?: number;
  readonly msg?: {
    readonly market_ticker: string;
    readonly yes_dollars_fp?: readonly [string, string][];
    readonly no_dollars_fp?: readonly [string, string][];
    readonly price_dollars: string;
    readonly delta_fp: string;
    readonly side: "yes" | "no";
  };
}

/** The books of one connection. */
export class ReferenceBooks {
  readonly #books = new Map<string, { readonly yes: Ladder; readonly no: Ladder }>();
  readonly #numbers = new Map<number, number>();
  /** The sids and numbers at which frames were missing or repeated. */
  readonly gaps: { readonly sid: number; readonly after: number; readonly got: number }[] = [];
  readonly differences: unknown[] = [];
  compared = 0;
  emptySides = 0;
  /** Prices of "no" are given as prices of "yes", as `use_yes_price` requests. */
  readonly useYesPrice: boolean;

  constructor(useYesPrice = false) {
    this.useYesPrice = useYesPrice;
  }

  take({ value, truths }: ObservedFrame): void {
    const frame = value as unknown as Frame;
    if (frame.sid !== undefined && frame.seq !== undefined) {
      const after = this.#numbers.get(frame.sid) ?? 0;
      if (frame.seq !== after + 1) this.gaps.push({ sid: frame.sid, after, got: frame.seq });
      this.#numbers.set(frame.sid, frame.seq);
    }
    const { msg } = frame;
    if (msg === undefined) return;
    if (frame.type === "orderbook_snapshot") this.#snapshot(msg);
    else if (frame.type === "orderbook_delta") this.#delta(msg);
    else return;
    for (const truth of truths) {
      this.compared += 1;
      const got = this.book(truth.market);
      if (JSON.stringify(got) !== JSON.stringify(truth.book)) {
        this.differences.push({ market: truth.market, got, want: truth.book });
      }
    }
  }

  book(ticker: string): TrueBook | undefined {
    const book = this.#books.get(ticker);
    if (book === undefined) return undefined;
    const levels = (ladder: Ladder, best: (one: bigint, other: bigint) => boolean) =>
      [...ladder]
        .sort(([one], [other]) => (best(one, other) ? -1 : 1))
        .map(([price, count]) => [plain(price, 4), plain(count, 2)] as const);
    const asks = new Map([...book.no].map(([price, count]) => [10_000n - price, count]));
    return {
      bids: levels(book.yes, (one, other) => one > other),
      asks: levels(asks, (one, other) => one < other),
    };
  }

  #price(side: "yes" | "no", text: string): bigint {
    const price = units(text, 4);
    return side === "no" && this.useYesPrice ? 10_000n - price : price;
  }

  #snapshot(msg: NonNullable<Frame["msg"]>): void {
    if (msg.yes_dollars_fp === undefined || msg.no_dollars_fp === undefined) this.emptySides += 1;
    const ladder = (side: "yes" | "no", levels: readonly [string, string][] = []): Ladder =>
      new Map(levels.map(([price, count]) => [this.#price(side, price), units(count, 2)]));
    this.#books.set(msg.market_ticker, {
      yes: ladder("yes", msg.yes_dollars_fp),
      no: ladder("no", msg.no_dollars_fp),
    });
  }

  #delta(msg: NonNullable<Frame["msg"]>): void {
    const ladder = this.#books.get(msg.market_ticker)?.[msg.side];
    const price = this.#price(msg.side, msg.price_dollars);
    const count = (ladder?.get(price) ?? 0n) + units(msg.delta_fp, 2);
    if (count === 0n) ladder?.delete(price);
    else ladder?.set(price, count);
  }
}
