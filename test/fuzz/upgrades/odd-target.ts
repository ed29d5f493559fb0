// Unusual request targets, before they are signed.

import type { Random } from "../generate/random.ts";

/** The effect of an edit: the upgrade must still be accepted, must be refused, or may be either. */
export type Effect = "keeps" | "breaks" | "unsure";

/** A target, and whether a server may accept it if it is signed. */
export interface OddTarget {
  readonly target: string;
  readonly effect: Effect;
}

/** The addresses of the channels. */
export const addresses = ["/orders", "/accounting", "/payouts", "/events", "/market-data"] as const;

type Address = (typeof addresses)[number];

const keeping: readonly string[] = [
  "since=0",
  "since=1",
  "since=9223372036854775807",
  "%73ince=1",
  "since=%31",
  "market=M-1&market=M-2",
  "market=%4D-1",
  "market=a+b",
  "market=%00",
  "market=%F0%9F%98%80",
  "market=constructor&market=__proto__",
  "account_id=nobody",
  `account_id=${"x".repeat(2000)}`,
  Array.from({ length: 300 }, (_, at) => `market=m${at}`).join("&"),
];

const breaking: readonly string[] = [
  "account_id=",
  "market",
  "market=M-1&market=",
  "since=-1",
  "since=-0",
  "since=+1",
  "since=",
  "since",
  "since=abc",
  "since=1.0",
  "since=1e3",
  "since=0x10",
  "since=01",
  "since=%201",
  "since=1%00",
  "since=9223372036854775808",
  "since=18446744073709551616",
  "since=-9223372036854775809",
  `since=${"9".repeat(4000)}`,
  "since=1&since=1",
  "since=0&since=0",
  "SINCE=1",
  "since[]=1",
  "colour=red",
  "__proto__=1",
  "constructor=1",
  "toString",
  "market=%",
  "market=%2",
  "market=%zz",
  "market=%E0%A4",
  "market=%C0%80",
  "market=%ED%A0%80",
  "market=%u0041",
  "%E0=1",
  "=",
  "=1",
  "&",
  "&&&",
  "?",
  "lang=xx&lang=en",
];

const paths: readonly ((address: string) => string)[] = [
  (address) => `/v1${address}/`,
  (address) => `/v1/${address}`,
  (address) => `//v1${address}`,
  (address) => `/v1/.${address}`,
  (address) => `/v1/..${address}`,
  (address) => `/x/../v1${address}`,
  (address) => `/V1${address}`,
  (address) => `/v1${address.toUpperCase()}`,
  (address) => `/v1${address.replace("/", "/%6f")}`,
  (address) => `/v1%2F${address.slice(1)}`,
  (address) => `/v1${address};a=b`,
  (address) => `/v1${address}%00`,
  (address) => `/v1${address}.json`,
  (address) => `/v1${address}\\`,
  (address) => `/v${"1".repeat(400)}${address}`,
  (address) => `/v-1${address}`,
  (address) => `/v1.0${address}`,
  (address) => address,
  () => "/v1/constructor",
  () => "/v1/__proto__",
  () => "/v1/",
  () => "/v1",
  () => "/",
  () => `/${"a".repeat(8000)}`,
  () => `/v1${"/..".repeat(1000)}`,
];

/** Targets that a server need not accept. */
const strange: readonly ((address: string) => string)[] = [
  (address) => `http://127.0.0.1/v1${address}`,
  (address) => `ws://elsewhere/v1${address}`,
  (address) => `/v1${address}#fragment`,
  (address) => `/v1${address}?`,
  (address) => `/v1${address}??since=1`,
  (address) => `/v1${address}?since=1#`,
  (address) => `/v1${address}\u00e9`,
  (address) => `/v1${address}?market=\u00ff`,
  (address) => `/v1${address}?market=\u007f`,
  (address) => `/v1${address}?market=\u0000`,
  (address) => `/v1${address}?market=\t`,
  (address) => `v1${address}`,
  () => "*",
  () => "",
  () => "127.0.0.1:80",
];

/** Generates a target, usually of a channel, with a valid, an invalid or no query. */
export function drawTarget(random: Random): OddTarget {
  const address = random.pick(addresses);
  const query = queryOf(address, random);
  const target = `/v1${address}${query.text === "" ? "" : `?${query.text}`}`;
  if (random.chance(70)) return { target, effect: query.effect };
  if (random.chance(55)) {
    return { target: random.pick(paths)(address) + suffix(query.text), effect: "breaks" };
  }
  if (random.chance(40)) return { target: random.pick(strange)(address), effect: "unsure" };
  // Accepted, because any caller may learn which versions exist (S11).
  return { target: `/v${random.pick([0, 2, 3, 10, 123456789])}${address}`, effect: "unsure" };
}

function suffix(query: string): string {
  return query === "" ? "" : `?${query}`;
}

function queryOf(
  address: Address,
  random: Random,
): { readonly text: string; readonly effect: Effect } {
  if (random.chance(30)) return { text: "", effect: "keeps" };
  const bad = random.chance(50);
  const text = random.pick(bad ? breaking : keeping);
  if (bad) return { text, effect: "breaks" };
  const taken = parametersOf[address];
  const fits = text.split("&").every((pair) => {
    const [name = ""] = pair.split("=");
    return taken.includes(decodeURIComponent(name));
  });
  return { text, effect: fits ? "keeps" : "breaks" };
}

const parametersOf: Readonly<Record<Address, readonly string[]>> = {
  "/orders": ["since", "market", "account_id"],
  "/accounting": ["since", "market", "account_id"],
  "/payouts": ["since", "market", "account_id"],
  "/events": ["since"],
  "/market-data": [],
};
