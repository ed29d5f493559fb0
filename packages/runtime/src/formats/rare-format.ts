// The formats that few documents use. One function serves all of them, so that generated code imports only
// one name. A bundle without such a format does not contain this function.

import { isBase64url } from "./base64.ts";
import { isDuration } from "./duration.ts";
import { isIdnEmail } from "./email.ts";
import { isIdnHostname } from "./hostname.ts";
import { isInt64Text, isSafeIntegerText, isUint64Text } from "./integer-text.ts";
import { isJsonPointer, isRelativeJsonPointer } from "./json-pointer.ts";
import { isRegex } from "./regex.ts";
import { isIri, isIriReference } from "./uri.ts";
import { isUriTemplate } from "./uri-template.ts";

/** The name of a format, as in JSON Schema. */
export type RareFormat =
  | "base64url"
  | "duration"
  | "idn-email"
  | "idn-hostname"
  | "iri"
  | "int64"
  | "iri-reference"
  | "json-pointer"
  | "regex"
  | "relative-json-pointer"
  | "safe-int64"
  | "safe-uint64"
  | "uint64"
  | "uri-template";

const predicates: Readonly<Record<RareFormat, (text: unknown) => boolean>> = {
  base64url: isBase64url,
  duration: isDuration,
  "idn-email": isIdnEmail,
  "idn-hostname": isIdnHostname,
  int64: isInt64Text,
  iri: isIri,
  "iri-reference": isIriReference,
  "json-pointer": isJsonPointer,
  regex: isRegex,
  "relative-json-pointer": isRelativeJsonPointer,
  "safe-int64": isSafeIntegerText,
  "safe-uint64": (text) => isSafeIntegerText(text) && isUint64Text(text),
  uint64: isUint64Text,
  "uri-template": isUriTemplate,
};

/** Reports whether a value is a text of the format. */
export function isFormat(text: unknown, format: RareFormat): boolean {
  return predicates[format](text);
}
