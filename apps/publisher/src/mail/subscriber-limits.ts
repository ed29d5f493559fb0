import { hash } from "node:crypto";
import { networkOf } from "@specwright/rest/server";
import type { Repositories } from "../storage/publisher-storage.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The limits of requests and mails, over all processes. */
const limits = {
  /** Requests of a network of callers (IPv4 /24, IPv6 /64). */
  caller: { quota: 20, windowMs: HOUR_MS },
  /** The requests of all callers together. */
  total: { quota: 500, windowMs: HOUR_MS },
  /** Mails to an address about an interface, so that callers cannot flood a mailbox. */
  interface: { quota: 1, windowMs: HOUR_MS },
  /** Mails to an address about all interfaces. */
  address: { quota: 5, windowMs: DAY_MS },
} as const;

/** The result of the limits. `mailed` and `silent` look the same to callers. */
export type Allowance =
  | { readonly kind: "mailed" | "silent" }
  | { readonly kind: "refused"; readonly retryAfterSec: number };

/** Counts a request. The limits of addresses always apply; the limits of callers can be off. */
export async function countRequest(
  { rateWindows }: Pick<Repositories, "rateWindows">,
  request: { readonly interface: string; readonly address: string; readonly ip: string },
  { now, countsCallers }: { readonly now: number; readonly countsCallers: boolean },
): Promise<Allowance> {
  /** Returns the time until an exceeded limit resets; undefined if no limit is exceeded. */
  async function timeUntilReset(
    name: keyof typeof limits,
    key: string,
  ): Promise<number | undefined> {
    const { quota, windowMs } = limits[name];
    const id = hash("sha256", `subscribe-${name} ${key}`, "base64url");
    const { count, resetMs } = await rateWindows.take(id, now, windowMs);
    return count > quota ? resetMs : undefined;
  }

  if (countsCallers) {
    const waitMs =
      (await timeUntilReset("caller", networkOf(request.ip, 24))) ??
      (await timeUntilReset("total", ""));
    if (waitMs !== undefined) return { kind: "refused", retryAfterSec: Math.ceil(waitMs / 1000) };
  }
  const mailbox = mailboxOf(request.address);
  // Only sent mails count for the daily limit, because other people may have entered the address
  // many times.
  const waitMs =
    (await timeUntilReset("interface", `${request.interface} ${mailbox}`)) ??
    (await timeUntilReset("address", mailbox));
  return { kind: waitMs === undefined ? "mailed" : "silent" };
}

/** Normalizes an address, so that spellings that usually reach the same mailbox count together. */
function mailboxOf(address: string): string {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  return `${local.replace(/\+.*$/, "").replaceAll(".", "")}@${domain}`;
}
