import { isDomain, isIdnHostname } from "./hostname.ts";
import { isIpv4, isIpv6 } from "./ip.ts";

/**
 * Reports whether a value is a mailbox of RFC 5321 §4.1.2: a dot-string or quoted string of at most
 * 64 octets, `@`, a domain or address literal.
 */
export function isEmail(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const at = text.lastIndexOf("@");
  if (at < 1 || at > maxLocalOctets || !localPart.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  return domain.startsWith("[") ? isAddressLiteral(domain) : isDomain(domain);
}

/**
 * Reports whether a value is a mailbox of RFC 6531 §3.3: as in RFC 5321, with all of Unicode in the
 * local part and in the labels of the domain.
 */
export function isIdnEmail(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const at = text.lastIndexOf("@");
  if (at < 1 || at > maxLocalOctets) return false;
  const local = text.slice(0, at);
  if (!wideLocalPart.test(local) || utf8Length(local) > maxLocalOctets) return false;
  const domain = text.slice(at + 1);
  if (domain.startsWith("[")) return isAddressLiteral(domain);
  return isDomain(domain) || isIdnHostname(domain);
}

const maxLocalOctets = 64;
const localPart =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")$/;
// A lone surrogate has no UTF-8 form, so it is not UTF8-non-ascii.
const wideLocalPart =
  /^(?:[\w!#$%&'*+/=?^`{|}~\u{80}-\u{d7ff}\u{e000}-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u{80}-\u{d7ff}\u{e000}-\u{10ffff}-]+)*|"(?:[ !#-[\]-~\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]|\\[ -~])*")$/u;

function isAddressLiteral(text: string): boolean {
  if (!text.endsWith("]")) return false;
  const address = text.slice(1, -1);
  return /^ipv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address);
}

function utf8Length(text: string): number {
  let octets = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    octets += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return octets;
}
