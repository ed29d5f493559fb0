// Prevents SSRF: webhooks must not reach private networks, such as internal services, cloud
// metadata or routers. The
// connection uses the checked address, so that DNS rebinding cannot change it.

import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Reports whether an address is public, including IPv4-mapped IPv6 addresses. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** Looks up a name for a connection; fails if one of its addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error !== null) callback(error, "");
    else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new Error("the host has an address that is not public"), "");
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
