// 31.8 The comparison treats formats as the codecs do.

import {
  isBase64,
  isDate,
  isDateTime,
  isEmail,
  isFormat,
  isHostname,
  isIpv4,
  isIpv6,
  isTime,
  isUri,
  isUriReference,
  isUuid,
} from "@specwright/runtime/codegen";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatBounds } from "../../generators/schemas/src/pattern/format-bounds.ts";

const rare = [
  ...(["duration", "idn-email", "idn-hostname", "iri", "iri-reference", "uri-template"] as const),
  ...(["json-pointer", "relative-json-pointer", "regex", "base64url", "int64", "uint64"] as const),
];

const predicates: readonly (readonly [string, (text: unknown) => boolean])[] = [
  ["date", isDate],
  ["date-time", isDateTime],
  ["time", isTime],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["uri", isUri],
  ["uri-reference", isUriReference],
  ["uuid", isUuid],
  ["byte", isBase64],
  ["base64", isBase64],
  ...rare.map((name) => [name, (text: unknown) => isFormat(text, name)] as const),
];

describe.each(predicates)("31.8 the format %s", (name, hasFormat) => {
  const { inner = "", outer = "" } = formatBounds(name) ?? {};
  const [certain, possible] = [new RegExp(inner, "u"), new RegExp(outer, "u")];
  const matching = fc.oneof(fc.stringMatching(certain), fc.stringMatching(possible));
  const edited = fc
    .tuple(matching, fc.nat(), fc.constantFrom("", "0", "9", "-", ":", "/", "é", "=", "~", "a"))
    .map(([text, at, other]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + other + text.slice(place + 1);
    });

  test("is compared by values that certainly have it and values that may have it", () => {
    fc.assert(
      fc.property(fc.oneof(matching, edited, fc.string()), (text) => {
        const is = hasFormat(text);
        if (certain.test(text)) expect(is, text).toBe(true);
        if (is) expect(possible.test(text), text).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
