import { isBidiName } from "./idn-bidi.ts";
import { isUnicodeLabel } from "./idn-label.ts";
import { fromPunycode, toPunycode } from "./punycode.ts";

/**
 * Reports whether a value is a host name of RFC 1123 §2.1 in at most 253 octets. Labels that begin with
 * `xn--` must represent valid Unicode labels (RFC 5891 §5.4).
 */
export function isHostname(text: unknown): boolean {
  return isDomain(text) && (!hasALabel.test(text) || isName(text.split(".")));
}

/**
 * Reports whether a value is a domain of RFC 5321 §4.1.2: a host name in at most 253 octets. Labels with
 * `xn--` are not decoded, so that a bundle with only this function contains no Unicode tables.
 */
export function isDomain(text: unknown): text is string {
  return typeof text === "string" && text.length <= maxOctets && asciiName.test(text);
}

/**
 * Reports whether a value is a host name with labels as in RFC 1123 or in Unicode (RFC 5890
 * §2.3.2.1). The text is read in NFC, and ideographic and wide full stops separate labels too (RFC
 * 5895 §2).
 */
export function isIdnHostname(text: unknown): boolean {
  return (
    typeof text === "string" &&
    text.length <= maxUnits &&
    isName(text.normalize("NFC").split(separator))
  );
}

const maxOctets = 253;
// A character that needs an octet or more in a name has at most eight units before it is converted to NFC.
const maxUnits = 8 * maxOctets;
const asciiName =
  /^[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/;
const hasALabel = /(?:^|\.)xn--/i;
const separator = /[.\u3002\uff0e\uff61]/;
const asciiLabel = /^[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?$/;
const aLabelPrefix = "xn--";
const aLabel = /^xn--/i;

interface Label {
  /** The length of the label as transmitted. */
  readonly octets: number;
  readonly unicode: string;
}

function isName(texts: readonly string[]): boolean {
  const names: string[] = [];
  let octets = texts.length - 1;
  for (const text of texts) {
    const label = readLabel(text);
    if (label === undefined) return false;
    names.push(label.unicode);
    octets += label.octets;
  }
  return octets <= maxOctets && isBidiName(names);
}

function readLabel(text: string): Label | undefined {
  if (!asciiLabel.test(text)) {
    const encoded = toPunycode(text);
    if (encoded === undefined || !isUnicodeLabel(text)) return undefined;
    return { octets: aLabelPrefix.length + encoded.length, unicode: text };
  }
  if (!aLabel.test(text)) return { octets: text.length, unicode: text };
  const encoded = text.slice(aLabelPrefix.length).toLowerCase();
  const unicode = fromPunycode(encoded);
  // Several texts decode to the same label, but only one of them is its A-label.
  if (unicode === undefined || toPunycode(unicode) !== encoded) return undefined;
  return isUnicodeLabel(unicode) ? { octets: text.length, unicode } : undefined;
}
