// Formats as their RFCs have them, where the natives of schema libraries are narrower or wider:
// lower-case `t` and `z` and leap seconds in RFC 3339, quoted local parts in RFC 5321, dotted
// quads in RFC 4291, references that `new URL` would rewrite.

import { fail, type Rule } from "./rule.ts";

/** Requires an RFC 3339 date and time with its offset, leap seconds included. */
export const dateTimeFormat: Rule = format("date-time", (text) => {
  const [, date, time] = /^(.{10})[Tt](.+)$/s.exec(text) ?? [];
  return date !== undefined && time !== undefined && isDate(date) && isTime(time);
});

/** Requires an RFC 3339 full date. */
export const dateFormat: Rule = format("date", isDate);

/** Requires an RFC 3339 time with its offset. */
export const timeFormat: Rule = format("time", isTime);

/** Requires a duration as in appendix A of RFC 3339. */
export const durationFormat: Rule = format("duration", (text) => {
  const time = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
  const date = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
  return new RegExp(`^P(?:${date}(?:${time})?|${time}|\\d+W)$`).test(text);
});

/** Requires an address as in RFC 5321: a dot-atom or a quoted local part, a domain or an address literal. */
export const emailFormat: Rule = format("email", (text) => {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || local.length > 64 || !localPart.test(local)) return false;
  const [, literal] = /^\[(.+)\]$/.exec(domain) ?? [];
  if (literal === undefined) return isHostname(domain);
  return literal.startsWith("IPv6:") ? isIpv6(literal.slice(5)) : isIpv4(literal);
});

/** Requires a host name of RFC 1123 labels. */
export const hostnameFormat: Rule = format("hostname", isHostname);

/** Requires a dotted quad without leading zeros. */
export const ipv4Format: Rule = format("ipv4", isIpv4);

/** Requires an IPv6 address of RFC 4291 without a zone. */
export const ipv6Format: Rule = format("ipv6", isIpv6);

/** Requires an absolute URI of RFC 3986. */
export const uriFormat: Rule = format("uri", (text) => hasScheme(text) && isReference(text, ascii));

/** Requires a URI or a relative reference. */
export const uriReferenceFormat: Rule = format("uri-reference", (text) => isReference(text, ascii));

/** Requires an absolute IRI of RFC 3987. */
export const iriFormat: Rule = format("iri", (text) => hasScheme(text) && isReference(text, wide));

/** Requires an IRI or a relative reference. */
export const iriReferenceFormat: Rule = format("iri-reference", (text) => isReference(text, wide));

/** Requires a URI template of RFC 6570. */
export const uriTemplateFormat: Rule = format("uri-template", (text) =>
  /^(?:[^\s\p{Cc}"<>\\^`{|}%]|%[\da-f]{2}|\{[+#./;?&=,!@|]?(?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*(?::[1-9]\d{0,3}|\*)?)*\})*$/iu.test(
    text,
  ),
);

/** Requires a UUID in its 8-4-4-4-12 form, of any version. */
export const uuidFormat: Rule = format("uuid", (text) =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
);

/** Requires base64 with its padding, and nothing else. */
export const base64Format: Rule = format("base64", (text) =>
  /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text),
);

/** Requires base64url without padding. */
export const base64urlFormat: Rule = format("base64url", (text) =>
  /^(?:[\w-]{4})*(?:[\w-]{2,3})?$/.test(text),
);

/** Requires an RFC 6901 pointer. */
export const jsonPointerFormat: Rule = format("json-pointer", (text) =>
  /^(?:\/(?:[^/~]|~[01])*)*$/.test(text),
);

/** Requires a relative JSON pointer. */
export const relativeJsonPointerFormat: Rule = format("relative-json-pointer", (text) =>
  /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^/~]|~[01])*)*)$/.test(text),
);

/** Requires an ECMA-262 regular expression. */
export const regexFormat: Rule = format("regex", (text) => {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
});

const localPart =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")$/;

function format(name: string, isValid: (text: string) => boolean): Rule {
  return (payload) => {
    if (typeof payload.value !== "string" || isValid(payload.value)) return;
    fail(payload, "format", `Expected format ${name}`);
  };
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (match === null) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((group) =>
    Number(match[group] ?? 0),
  );
  if (hour === undefined || minute === undefined || second === undefined) return false;
  if (offsetHour === undefined || offsetMinute === undefined) return false;
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // A leap second ends a day of UTC.
  const sign = match[4] === "-" ? 1 : -1;
  const utc = (hour * 60 + minute + sign * (offsetHour * 60 + offsetMinute) + 1440) % 1440;
  return second === 60 && utc === 1439;
}

function isHostname(text: string): boolean {
  if (text.length === 0 || text.length > 253) return false;
  return text
    .split(".")
    .every(
      (label) =>
        /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label) &&
        (!/^..--/.test(label) || /^xn--./i.test(label)),
    );
}

function isIpv4(text: string): boolean {
  return (
    /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text) && !/(?:^|\.)0\d/.test(text)
  );
}

function isIpv6(text: string): boolean {
  const quad = text.slice(text.lastIndexOf(":") + 1);
  if (quad.includes(".")) {
    return isIpv4(quad) && isIpv6(`${text.slice(0, text.length - quad.length)}0:0`);
  }
  const halves = text.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (halves.length > 2 || !groups.every((part) => /^[\da-f]{1,4}$/i.test(part))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

const ascii = "[\\w!#$&'()*+,./:;=?@~[\\]-]";
const wide =
  "[\\w!#$&'()*+,./:;=?@~[\\]\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{10fffd}-]";

function hasScheme(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text);
}

function isReference(text: string, characters: string): boolean {
  if (!new RegExp(`^(?:${characters}|%[\\da-fA-F]{2})*$`, "u").test(text)) return false;
  const [, authority, path = "", , fragment = ""] =
    /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(?:#(.*))?$/is.exec(text) ?? [];
  if (/[[\]]/.test(path) || /[#[\]]/.test(fragment)) return false;
  // The first step of a relative path must not look like a scheme.
  if (!hasScheme(text) && authority === undefined && /^[^/]*:/.test(path)) return false;
  return authority === undefined || isAuthority(authority);
}

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf("@");
  const host = text.slice(at + 1);
  if (/[[\]@]/.test(text.slice(0, Math.max(at, 0)))) return false;
  const [, literal] = /^\[(.*)\](?::\d*)?$/.exec(host) ?? [];
  if (literal !== undefined)
    return isIpv6(literal) || /^v[\da-f]+\.[\w!$&'()*+,.:;=~-]+$/i.test(literal);
  return /^[^[\]:]*(?::\d*)?$/.test(host);
}
