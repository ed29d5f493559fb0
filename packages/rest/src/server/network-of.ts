import { isIPv6 } from "node:net";

/**
 * Returns a key for an address. Clients with the same key count as one client. The key is the IPv4 address,
 * even if it is written as an IPv6 address, or the first 64 bits of an IPv6 address, because a client
 * usually controls a whole /64. With `ipv4Bits` 24, all 256 addresses of an IPv4 network have the same key.
 */
export function networkOf(address: string, ipv4Bits: 24 | 32 = 32): string {
  // Most addresses are plain IPv4 addresses, and the test for IPv6 is slow.
  if (ipv4Bits === 32 && !address.includes(":")) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  const ipv4 = mapped ?? address;
  if (!isIPv6(ipv4))
    return ipv4Bits === 24 ? ipv4.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24") : ipv4;
  const [head = "", tail] = address.replace(/%.*$/, "").toLowerCase().split("::");
  const groups = [head, tail ?? ""].map((part) => part.split(":").filter((group) => group !== ""));
  const [before = [], after = []] = groups;
  // An IPv4 address at the end occupies two groups.
  const given = before.length + after.length + Number(address.includes("."));
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - given }, () => "0");
  const network = [...before, ...zeros, ...after].slice(0, 4);
  const bare = network.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
  // Loopback and IPv4-mapped addresses have no network part.
  return bare === "0:0:0:0" ? address : `${bare}::/64`;
}
