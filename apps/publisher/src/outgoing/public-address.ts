// Webhooks must not reach what only this machine or its network can: services without passwords,
// metadata of clouds, routers. The address that was checked is the one that is connected to, so that
// a name cannot lead to another one in between.

import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Reports whether an address belongs to somebody on the Internet, also as an IPv4-mapped one. */
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
