/**
 * Reports whether a value is a dotted quad of RFC 2673 §3.2: four decimal octets without leading
 * zeros.
 */
export function isIpv4(text: unknown): boolean {
  return typeof text === "string" && ipv4.test(text);
}

/**
 * Reports whether a value is an IPv6 address of RFC 4291 §2.2, without zone, prefix length or
 * brackets.
 */
export function isIpv6(text: unknown): boolean {
  if (typeof text !== "string") return false;
  // The longest address has eight groups of four digits, or six such groups and a dotted quad.
  if (text.length > 45) return false;
  const quad = text.slice(text.lastIndexOf(":") + 1);
  if (quad.includes(".")) {
    return ipv4.test(quad) && isIpv6(`${text.slice(0, text.length - quad.length)}0:0`);
  }
  const halves = text.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (halves.length > 2 || !groups.every((group) => ipv6Group.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const ipv6Group = /^[\dA-Fa-f]{1,4}$/;
