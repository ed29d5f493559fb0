// The formats of strings as rules. They follow their RFCs, and accept all values that are not
// strings.

import { isBase64 } from "../formats/base64.ts";
import { isDate, isDateTime, isTime } from "../formats/date-time.ts";
import { isMillisecondDateTime, isNanosecondDateTime } from "../formats/date-time-precision.ts";
import { isDecimalText } from "../formats/decimal.ts";
import { isEmail } from "../formats/email.ts";
import { isHostname } from "../formats/hostname.ts";
import { isIpv4, isIpv6 } from "../formats/ip.ts";
import { isFormat, type RareFormat } from "../formats/rare-format.ts";
import { isUri, isUriReference } from "../formats/uri.ts";
import { isUuid } from "../formats/uuid.ts";
import { addIssue, type Rule } from "./rule.ts";

/** Requires an RFC 3339 date and time with its offset. Leap seconds are allowed. */
export const dateTimeFormat: Rule = /* @__PURE__ */ formatRule("date-time", isDateTime);

/** Requires an RFC 3339 date and time that fits in a `Date`: no leap second, at most milliseconds. */
export const millisecondDateTimeFormat: Rule = /* @__PURE__ */ formatRule(
  "date-time",
  isMillisecondDateTime,
  "date-time with at most milliseconds",
);

/**
 * Requires an RFC 3339 date and time that fits in a `Temporal.Instant`: no leap second, at most
 * nanoseconds.
 */
export const nanosecondDateTimeFormat: Rule = /* @__PURE__ */ formatRule(
  "date-time",
  isNanosecondDateTime,
  "date-time with at most nanoseconds",
);

/** Requires a decimal number that fits in a `Decimal`: an int64 with at most nine decimal places. */
export const decimalFormat: Rule = /* @__PURE__ */ formatRule(
  "decimal",
  isDecimalText,
  "decimal with at most nine decimal places",
);

/** Requires an RFC 3339 full date. */
export const dateFormat: Rule = /* @__PURE__ */ formatRule("date", isDate);

/** Requires an RFC 3339 time with its offset. */
export const timeFormat: Rule = /* @__PURE__ */ formatRule("time", isTime);

/** Requires an address as in RFC 5321: a dot-atom or a quoted local part, a domain or an address literal. */
export const emailFormat: Rule = /* @__PURE__ */ formatRule("email", isEmail);

/** Requires a host name of RFC 1123 labels. A-labels of RFC 5891 are allowed. */
export const hostnameFormat: Rule = /* @__PURE__ */ formatRule("hostname", isHostname);

/** Requires a dotted quad without leading zeros. */
export const ipv4Format: Rule = /* @__PURE__ */ formatRule("ipv4", isIpv4);

/** Requires an IPv6 address of RFC 4291 without a zone. */
export const ipv6Format: Rule = /* @__PURE__ */ formatRule("ipv6", isIpv6);

/** Requires an absolute URI of RFC 3986. */
export const uriFormat: Rule = /* @__PURE__ */ formatRule("uri", isUri);

/** Requires a URI or a relative reference. */
export const uriReferenceFormat: Rule = /* @__PURE__ */ formatRule("uri-reference", isUriReference);

/** Requires a UUID in its 8-4-4-4-12 form, of any version. */
export const uuidFormat: Rule = /* @__PURE__ */ formatRule("uuid", isUuid);

/** Requires base64 with its padding, without any other characters. */
export const base64Format: Rule = /* @__PURE__ */ formatRule("base64", isBase64);

/** Requires one of the formats that few documents use. */
export function format(name: RareFormat): Rule {
  return formatRule(name, (text) => isFormat(text, name));
}

function formatRule(name: string, isValid: (text: string) => boolean, expected = name): Rule {
  return (payload) => {
    if (typeof payload.value !== "string" || isValid(payload.value)) return;
    addIssue(payload, "format", `Expected format ${expected}`);
  };
}
