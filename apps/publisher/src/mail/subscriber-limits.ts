import { hash } from "node:crypto";
import { networkOf } from "@specwright/rest/server";
import type { Repositories } from "../storage/publisher-storage.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The limits of requests and mails, over all processes. */
const limits = {
  /** Requests from one network (IPv4 /24, IPv6 /64). */
  caller: { quota: 20, windowMs: HOUR_MS },
  /** Requests from all networks together. */
  total: { quota: 500, windowMs: HOUR_MS },
  /** Mails to one address about one interface, so that callers cannot flood a mailbox. */
  interface: { quota: 1, windowMs: HOUR_MS },
  /** Mails to one address about all interfaces. */
  address: { quota: 5, windowMs: DAY_MS },
} as const;

/**
 * The decision about a request: send the mail, send no mail, or refuse the request. The responses
 * for `mailed` and `silent` are the same.
 */
export type Allowance =
  | { readonly kind: "mailed" | "silent" }
  | { readonly kind: "refused"; readonly retryAfterSec: number };

/**
 * Counts a request. The limits for addresses always apply. The limits for callers apply only if
 * `countsCallers` is set.
 */
export async function countRequest(
  { rateWindows }: Pick<Repositories, "rateWindows">,
  request: { readonly interface: string; readonly address: string; readonly ip: string },
  { now, countsCallers }: { readonly now: number; readonly countsCallers: boolean },
): Promise<Allowance> {
  /**
   * Counts one use. Returns the time until the limit resets; undefined if the limit is not
   * exceeded.
   */
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
  // The daily limit counts only mails that are sent, because strangers may have entered the address
  // many times.
  const waitMs =
    (await timeUntilReset("interface", `${request.interface} ${mailbox}`)) ??
    (await timeUntilReset("address", mailbox));
  return { kind: waitMs === undefined ? "mailed" : "silent" };
}

/** Normalizes an address, so that different spellings of one mailbox share their limits. */
function mailboxOf(address: string): string {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  return `${local.replace(/\+.*$/, "").replaceAll(".", "")}@${domain}`;
}
