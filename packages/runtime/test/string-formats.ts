// The predicate and the rule of every string format.

import {
  base64Format,
  dateFormat,
  dateTimeFormat,
  emailFormat,
  format,
  hostnameFormat,
  ipv4Format,
  ipv6Format,
  type Rule,
  timeFormat,
  uriFormat,
  uriReferenceFormat,
  uuidFormat,
} from "@specwright/runtime/codegen";
import { isBase64, isBase64url } from "../src/formats/base64.ts";
import { isDate, isDateTime, isTime } from "../src/formats/date-time.ts";
import { isDuration } from "../src/formats/duration.ts";
import { isEmail, isIdnEmail } from "../src/formats/email.ts";
import { isHostname, isIdnHostname } from "../src/formats/hostname.ts";
import { isIpv4, isIpv6 } from "../src/formats/ip.ts";
import { isJsonPointer, isRelativeJsonPointer } from "../src/formats/json-pointer.ts";
import { isRegex } from "../src/formats/regex.ts";
import { isIri, isIriReference, isUri, isUriReference } from "../src/formats/uri.ts";
import { isUriTemplate } from "../src/formats/uri-template.ts";
import { isUuid } from "../src/formats/uuid.ts";

/** Reports whether a text has a format. */
export type Predicate = (text: string) => boolean;

/** The predicate and the rule of each format, by name. */
export const formats: Readonly<Record<string, readonly [Predicate, Rule]>> = {
  base64: [isBase64, base64Format],
  base64url: [isBase64url, format("base64url")],
  date: [isDate, dateFormat],
  "date-time": [isDateTime, dateTimeFormat],
  duration: [isDuration, format("duration")],
  email: [isEmail, emailFormat],
  hostname: [isHostname, hostnameFormat],
  "idn-email": [isIdnEmail, format("idn-email")],
  "idn-hostname": [isIdnHostname, format("idn-hostname")],
  ipv4: [isIpv4, ipv4Format],
  ipv6: [isIpv6, ipv6Format],
  iri: [isIri, format("iri")],
  "iri-reference": [isIriReference, format("iri-reference")],
  "json-pointer": [isJsonPointer, format("json-pointer")],
  regex: [isRegex, format("regex")],
  "relative-json-pointer": [isRelativeJsonPointer, format("relative-json-pointer")],
  time: [isTime, timeFormat],
  uri: [isUri, uriFormat],
  "uri-reference": [isUriReference, uriReferenceFormat],
  "uri-template": [isUriTemplate, format("uri-template")],
  uuid: [isUuid, uuidFormat],
};
