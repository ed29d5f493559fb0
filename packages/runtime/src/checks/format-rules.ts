// The formats of strings as rules: asserted as their RFCs define them, on strings only.

import { isBase64, isBase64url } from "../formats/base64.ts";
import { isDate, isDateTime, isTime } from "../formats/date-time.ts";
import { isMillisecondDateTime, isNanosecondDateTime } from "../formats/date-time-precision.ts";
import { isDecimalText } from "../formats/decimal.ts";
import { isDuration } from "../formats/duration.ts";
import { isEmail, isIdnEmail } from "../formats/email.ts";
import { isHostname, isIdnHostname } from "../formats/hostname.ts";
import { isIpv4, isIpv6 } from "../formats/ip.ts";
import { isJsonPointer, isRelativeJsonPointer } from "../formats/json-pointer.ts";
import { isRegex } from "../formats/regex.ts";
import { isIri, isIriReference, isUri, isUriReference } from "../formats/uri.ts";
import { isUriTemplate } from "../formats/uri-template.ts";
import { isUuid } from "../formats/uuid.ts";
import { fail, type Rule } from "./rule.ts";

/** Requires an RFC 3339 date and time with its offset, leap seconds included. */
export const dateTimeFormat: Rule = /* @__PURE__ */ format("date-time", isDateTime);

/** Requires an RFC 3339 date and time that a `Date` holds: no leap second, at most milliseconds. */
export const millisecondDateTimeFormat: Rule = /* @__PURE__ */ format(
  "date-time",
  isMillisecondDateTime,
  "date-time with at most milliseconds",
);

/**
 * Requires an RFC 3339 date and time that an instant of Temporal holds: no leap second, at most
 * nanoseconds.
 */
export const nanosecondDateTimeFormat: Rule = /* @__PURE__ */ format(
  "date-time",
  isNanosecondDateTime,
  "date-time with at most nanoseconds",
);

/** Requires a decimal number that a `Decimal` holds: an int64 and at most nine decimal places. */
export const decimalFormat: Rule = /* @__PURE__ */ format(
  "decimal",
  isDecimalText,
  "decimal with at most nine decimal places",
);

/** Requires an RFC 3339 full date. */
export const dateFormat: Rule = /* @__PURE__ */ format("date", isDate);

/** Requires an RFC 3339 time with its offset. */
export const timeFormat: Rule = /* @__PURE__ */ format("time", isTime);

/** Requires a duration as in appendix A of RFC 3339. */
export const durationFormat: Rule = /* @__PURE__ */ format("duration", isDuration);

/** Requires an address as in RFC 5321: a dot-atom or a quoted local part, a domain or an address literal. */
export const emailFormat: Rule = /* @__PURE__ */ format("email", isEmail);

/** Requires an address as in RFC 6531: RFC 5321 with Unicode on both sides. */
export const idnEmailFormat: Rule = /* @__PURE__ */ format("idn-email", isIdnEmail);

/** Requires a host name of RFC 1123 labels, A-labels of RFC 5891 included. */
export const hostnameFormat: Rule = /* @__PURE__ */ format("hostname", isHostname);

/** Requires a host name of RFC 1123 labels and U-labels of RFC 5890. */
export const idnHostnameFormat: Rule = /* @__PURE__ */ format("idn-hostname", isIdnHostname);

/** Requires a dotted quad without leading zeros. */
export const ipv4Format: Rule = /* @__PURE__ */ format("ipv4", isIpv4);

/** Requires an IPv6 address of RFC 4291 without a zone. */
export const ipv6Format: Rule = /* @__PURE__ */ format("ipv6", isIpv6);

/** Requires an absolute URI of RFC 3986. */
export const uriFormat: Rule = /* @__PURE__ */ format("uri", isUri);

/** Requires a URI or a relative reference. */
export const uriReferenceFormat: Rule = /* @__PURE__ */ format("uri-reference", isUriReference);

/** Requires an absolute IRI of RFC 3987. */
export const iriFormat: Rule = /* @__PURE__ */ format("iri", isIri);

/** Requires an IRI or a relative reference. */
export const iriReferenceFormat: Rule = /* @__PURE__ */ format("iri-reference", isIriReference);

/** Requires a URI template of RFC 6570. */
export const uriTemplateFormat: Rule = /* @__PURE__ */ format("uri-template", isUriTemplate);

/** Requires a UUID in its 8-4-4-4-12 form, of any version. */
export const uuidFormat: Rule = /* @__PURE__ */ format("uuid", isUuid);

/** Requires base64 with its padding, and nothing else. */
export const base64Format: Rule = /* @__PURE__ */ format("base64", isBase64);

/** Requires base64url without padding. */
export const base64urlFormat: Rule = /* @__PURE__ */ format("base64url", isBase64url);

/** Requires an RFC 6901 pointer. */
export const jsonPointerFormat: Rule = /* @__PURE__ */ format("json-pointer", isJsonPointer);

/** Requires a relative JSON pointer. */
export const relativeJsonPointerFormat: Rule = /* @__PURE__ */ format(
  "relative-json-pointer",
  isRelativeJsonPointer,
);

/** Requires an ECMA-262 regular expression. */
export const regexFormat: Rule = /* @__PURE__ */ format("regex", isRegex);

function format(name: string, isValid: (text: string) => boolean, expected = name): Rule {
  return (payload) => {
    if (typeof payload.value !== "string" || isValid(payload.value)) return;
    fail(payload, "format", `Expected format ${expected}`);
  };
}
