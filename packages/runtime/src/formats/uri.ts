// Checks URIs of RFC 3986. A text is split into components as in appendix B. Then each component is
// searched for characters that its grammar does not allow. The search never backtracks, so long texts are
// not slow.

import { isIpv6 } from "./ip.ts";

/** Reports whether a value is a URI of RFC 3986 §3: with a scheme, in ASCII. */
export function isUri(text: unknown): boolean {
  return typeof text === "string" && scheme.test(text) && isUriReference(text);
}

/** Reports whether a value is a URI or a relative reference of RFC 3986 §4.1. */
export function isUriReference(text: unknown): boolean {
  if (typeof text !== "string") return false;
  if (notInUri.test(text)) return false;
  const [, start, authority, path = "", query = "", fragment = ""] = components.exec(text) ?? [];
  if (start !== undefined && !scheme.test(text)) return false;
  // A relative path must not begin with a colon, because a colon in the first segment ends a scheme (§4.2).
  if (start === undefined && authority === undefined && path.startsWith(":")) return false;
  if (bracket.test(path) || bracket.test(query) || bracketOrHash.test(fragment)) return false;
  return authority === undefined || isAuthority(authority);
}

/** Reports whether a value is an IRI of RFC 3987 §2.2: a URI in Unicode. */
export function isIri(text: unknown): boolean {
  return typeof text === "string" && isUri(percentEncoded(text));
}

/** Reports whether a value is an IRI or a relative reference of RFC 3987 §2.2. */
export function isIriReference(text: unknown): boolean {
  return typeof text === "string" && isUriReference(percentEncoded(text));
}

const scheme = /^[A-Za-z][A-Za-z\d+.-]*:/;
const notInUri = /[^\w!#$&'()*+,/:;=?@[\]~.%-]|%(?![\dA-Fa-f]{2})/;
const components = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/;
const bracket = /[[\]]/;
const bracketOrHash = /[[\]#]/;
const notInUserInfo = /[[\]@]/;
const namedHost = /^[^[\]:]*(?::\d*)?$/;
const futureAddress = /^[Vv][\dA-Fa-f]+\.[\w!$&'()*+,.:;=~-]+$/;
const portOrNothing = /^(?::\d*)?$/;
const notAscii = /[^\0-\x7f]/;
const ucschar =
  /[\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}\u{40000}-\u{4fffd}\u{50000}-\u{5fffd}\u{60000}-\u{6fffd}\u{70000}-\u{7fffd}\u{80000}-\u{8fffd}\u{90000}-\u{9fffd}\u{a0000}-\u{afffd}\u{b0000}-\u{bfffd}\u{c0000}-\u{cfffd}\u{d0000}-\u{dfffd}\u{e1000}-\u{efffd}]/gu;
const iprivate = /[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at > 0 && notInUserInfo.test(text.slice(0, at))) return false;
  const host = text.slice(at + 1);
  if (!host.startsWith("[")) return namedHost.test(host);
  const end = host.indexOf("]");
  const address = host.slice(1, end);
  if (end < 0 || !portOrNothing.test(host.slice(end + 1))) return false;
  return isIpv6(address) || futureAddress.test(address);
}

/**
 * Converts an IRI to a URI (RFC 3987 §3.1). Each character becomes a single triplet, because a URI may have
 * triplets wherever an IRI may have such characters.
 */
function percentEncoded(text: string): string {
  if (!notAscii.test(text)) return text;
  const encoded = text.replace(ucschar, "%00");
  if (!notAscii.test(encoded)) return encoded;
  // Private-use characters are allowed only in the query.
  const start = encoded.search(/[?#]/);
  if (encoded[start] !== "?") return encoded;
  const hash = encoded.indexOf("#", start);
  const end = hash < 0 ? encoded.length : hash;
  return (
    encoded.slice(0, start) +
    encoded.slice(start, end).replace(iprivate, "%00") +
    encoded.slice(end)
  );
}
