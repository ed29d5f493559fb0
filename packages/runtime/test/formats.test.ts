import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import {
  isBase64,
  isDate,
  isDateTime,
  isEmail,
  isHostname,
  isIpv4,
  isIpv6,
  isUri,
  isUriReference,
  isUuid,
} from "@specwright/runtime/codegen";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Payload } from "../src/checks/rule.ts";
import { isBase64url } from "../src/formats/base64.ts";
import { isIdnEmail } from "../src/formats/email.ts";
import { isIdnHostname } from "../src/formats/hostname.ts";
import { isJsonPointer, isRelativeJsonPointer } from "../src/formats/json-pointer.ts";
import { isIri, isIriReference } from "../src/formats/uri.ts";
import { formats } from "./string-formats.ts";

describe("cases the test suite of JSON Schema has not", () => {
  const cases: readonly [format: string, valid: readonly string[], invalid: readonly string[]][] = [
    [
      "base64",
      ["", "AA==", "AAA=", "AAAA", "+/+/"],
      ["A", "AA", "AA=", "A===", "AA==AA==", "-_-_"],
    ],
    ["base64url", ["", "AA", "AAA", "AAAA", "-_"], ["A", "AA==", "+/", "AA\n"]],
    ["date", ["0000-02-29", "9999-12-31"], ["1900-02-29", "2023-04-31"]],
    [
      "date-time",
      ["2016-12-31t23:59:60.9z", "2017-01-01T00:59:60+01:00", "2016-12-31T00:00:60-23:59"],
      [
        "2016-12-31T23:59:60+01:00",
        "2016-12-31 23:59:59Z",
        "2016-12-31T23:59:59",
        "2016-12-31T23:59:59.Z",
        "2016-12-31T23:59:59+0100",
        "2016-12-31T23:59:59Ź",
      ],
    ],
    ["duration", ["P1Y2M3DT4H5M6S"], ["P1YT", "P1Y1D", "PT1H1S", "P1W1D", "p1d"]],
    [
      "email",
      ['"a\\"b"@c', "a@[ipv6:::1]", `${"a".repeat(64)}@b`, "a@xn--bcher-kva", "a@xn--a"],
      [`${"a".repeat(65)}@b`, "a@[::1]", "a@[127.0.0.1", "a@127.0.0.1]", "ü@b", "a@ü", "a@b."],
    ],
    [
      "idn-email",
      ["ü@ü.example", `${"ü".repeat(32)}@b`, "a@[127.0.0.1]", "a@xn--a"],
      [`${"ü".repeat(33)}@b`, "\ud800@b", "a@-ü", "ü..ü@b"],
    ],
    [
      "hostname",
      ["r3---sn.example", "1.2.3.4", "xn--bcher-kva", "XN--Bcher-KVA", `${"a.".repeat(126)}a`],
      [`${"a.".repeat(127)}a`, "xn--", "xn--a", "xn--bcher-kv", "xn--999999999999", "bücher"],
    ],
    [
      "idn-hostname",
      ["bücher.example", "bu\u0308cher", "a.b。c", "אב.example"],
      ["Bücher", "ü--ü-", "aa--ü", "ü_", "☃", "ab..", "אב.1a", "١ü", "\ud800"],
    ],
    [
      "ipv6",
      ["1:2:3:4:5:6:7::", "::1.2.3.4"],
      ["1::2:3:4:5:6:1.2.3.4", ":", "", "1.2.3.4", "0x1::"],
    ],
    [
      "uri",
      ["a:", "a:?", "a://[v1.a:b]:80", "a://u:p@h:/", "a:%00"],
      ["a://[::1", "a://[::1]x", "a://[]", "a:?[", "a:#[", "a:#b#c", "a://h]", "é:b", "", ":a"],
    ],
    ["uri-reference", ["", "?", "#", "a/b:c", "//"], ["a b", "%", ":a", "1:a", "é"]],
    [
      "iri",
      ["a:é", "a:?\ue000"],
      ["é:b", "a:\ue000", "a:#\ue000", "a:\ud800", "a:\ufffe", "a://[é]"],
    ],
    ["iri-reference", ["é", "é?\ue000#é"], ["é:b", "?a#\ue000", "é b"]],
    [
      "uri-template",
      ["{+a,b*,c:9999}", "{=a}", "{a.%20.b}", "é{a}é"],
      ["{a.}", "{.}", "{+}", "{*}", "{a*:3}", "{a:3*}", "{{a}}", "{é}", "{%2}", "%2", "\u0080"],
    ],
    ["regex", ["\\p{L}", "(?<n>a)\\k<n>"], ["\\-", "a{2,1}", "["]],
    ["uuid", ["ffffffff-ffff-ffff-ffff-ffffffffffff"], ["{ffffffff-ffff-ffff-ffff-ffffffffff}"]],
  ];
  test.each(cases)("%s", (format, valid, invalid) => {
    const [isValid] = formats[format] ?? [];
    expect(valid.filter((text) => isValid?.(text) !== true)).toEqual([]);
    expect(invalid.filter((text) => isValid?.(text) !== false)).toEqual([]);
  });
});

test("rules skip values that are not strings, and name the format that is broken", () => {
  for (const [name, [, rule]] of Object.entries(formats)) {
    const number: Payload = { value: 1, issues: [] };
    rule(number);
    expect(number.issues).toEqual([]);
    const broken: Payload = { value: "{ ~ \0 [", issues: [] };
    rule(broken);
    expect(broken.issues).toMatchObject([
      { message: `Expected format ${name}`, params: { code: "format" } },
    ]);
  }
});

describe("agreement with others", () => {
  test("a date exists in the calendar of Date", () => {
    const field = (limit: number, width: number) =>
      fc.integer({ min: 0, max: limit }).map((value) => String(value).padStart(width, "0"));
    fc.assert(
      fc.property(field(9999, 4), field(13, 2), field(32, 2), (year, month, day) => {
        const text = `${year}-${month}-${day}`;
        const date = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
        expect(isDate(text)).toBe(exists);
      }),
    );
  });

  test("the text of a Date is a date and time", () => {
    const noInvalidDate = true;
    const max = new Date("9999-12-31T23:59:59.999Z");
    const min = new Date("0000-01-01T00:00:00Z");
    fc.assert(
      fc.property(fc.date({ noInvalidDate, min, max }), (date) => isDateTime(date.toISOString())),
    );
  });

  test("addresses are the ones that node:net accepts", () => {
    const quads = fc.string({ unit: fc.constantFrom(..."012579."), maxLength: 16 });
    const groups = fc.string({ unit: fc.constantFrom(..."0aF::."), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), quads, groups), (text) => {
        expect([isIpv4(text), isIpv6(text)]).toEqual([isIP(text) === 4, isIP(text) === 6]);
      }),
      { numRuns: 2000 },
    );
  });

  test("UUIDs are valid until a character leaves its range", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(35), fc.constantFrom(..."/:@Gg`-_ ü"), (uuid, at, other) => {
        const changed = uuid.slice(0, at) + other + uuid.slice(at + 1);
        expect([isUuid(uuid), isUuid(changed)]).toEqual([true, changed === uuid]);
      }),
    );
  });

  test("the output of Buffer is base64", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const buffer = Buffer.from(bytes);
        expect(isBase64(buffer.toString("base64"))).toBe(true);
        expect(isBase64url(buffer.toString("base64url"))).toBe(true);
      }),
    );
  });

  test("escaped steps make a pointer, and encoded ones a URI", () => {
    const steps = fc.array(fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(steps, (texts) => {
        const escaped = texts.map((text) => text.replaceAll("~", "~0").replaceAll("/", "~1"));
        const pointer = escaped.map((text) => `/${text}`).join("");
        expect([isJsonPointer(pointer), isRelativeJsonPointer(`1${pointer}`)]).toEqual([
          true,
          true,
        ]);
        const path = texts.map((text) => `/${encodeURIComponent(text)}`).join("");
        const uri = `a:${path.replace(/^\/+/, "/")}?${path}#${path}`;
        expect([isUri(uri), isIri(uri), isUriReference(uri)]).toEqual([true, true, true]);
      }),
    );
  });

  test("the href of a WHATWG web URL is a URI", () => {
    const isUnwise = /[[\]|^`{}\\"]/;
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const { href } = new URL(text);
        fc.pre(!isUnwise.test(href));
        expect([isUri(href), isIri(href)]).toEqual([true, true]);
      }),
      { numRuns: 40 },
    );
  });

  test("an internationalized name is a host name once it is in ASCII", () => {
    const unit = fc.constantFrom(..."abz09-üßèςжシ漢字가ابي٣אבกा・·l\u0301\u200c\u094dक");
    const label = fc.string({ unit, minLength: 1, maxLength: 12 });
    let names = 0;
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
        // The last label is not a number, which WHATWG would parse as an address.
        const name = `${labels.join(".")}.x`;
        if (!isIdnHostname(name)) return;
        names += 1;
        const ascii = domainToASCII(name);
        expect([ascii, isHostname(ascii)]).toEqual([ascii, true]);
        expect(isIdnHostname(ascii)).toBe(true);
      }),
      { numRuns: 5000 },
    );
    expect(names).toBeGreaterThan(100);
  });

  test("no text makes a predicate throw, or a URI no IRI", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(...'[]:/?#@%.{}~-"xné\ud800\u200d0١א') }),
      fc.string({ unit: "binary" }).map((rest) => `xn--${rest}`),
    );
    fc.assert(
      fc.property(text, (value) => {
        for (const [isValid] of Object.values(formats))
          expect(isValid(value)).toBeTypeOf("boolean");
        if (isUriReference(value)) expect(isIriReference(value)).toBe(true);
        if (isHostname(value)) expect(isIdnHostname(value)).toBe(true);
        if (isEmail(value)) expect(isIdnEmail(value)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
