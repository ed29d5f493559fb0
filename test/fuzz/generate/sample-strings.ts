// Strings that match a pattern or a format, and strings that are hard to parse.

import fc from "fast-check";
import type { Random } from "./random.ts";

const byPattern = new Map<string, readonly string[]>();

/** Returns strings that match a pattern, the same ones in every run. */
export function matchingStrings(source: string): readonly string[] {
  const before = byPattern.get(source);
  if (before !== undefined) return before;
  const options = { numRuns: 24, seed: 7 };
  const samples = fc.sample(fc.stringMatching(expressionOf(source)), options);
  byPattern.set(source, samples);
  return samples;
}

/** Compiles a pattern; allows escapes that only work without the flag `u`. */
function expressionOf(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}

/** Values of each format, including unusual but valid ones. */
export const formatSamples: Readonly<Record<string, readonly string[]>> = {
  date: ["2024-02-29", "2026-01-01", "0000-12-31", "2023-02-29"],
  time: ["00:00:00Z", "23:59:60Z", "12:30:00.5+01:00", "24:00:00Z"],
  "date-time": [
    "2026-01-01T00:00:00.000Z",
    "1998-12-31T23:59:60Z",
    "2024-02-29t12:00:00z",
    "2026-01-01T01:00:00.123456789-00:30",
    "2026-01-01 00:00:00Z",
    "2026-13-01T00:00:00Z",
  ],
  uuid: [
    "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e21",
    "00000000-0000-0000-0000-000000000000",
    "FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF",
    "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e2g",
    "5b0c3a528a554f0e9d0b6f3a9b1c7e21",
  ],
  ipv4: ["127.0.0.1", "255.255.255.255", "1.2.3", "01.2.3.4"],
  ipv6: ["::", "::1", "2001:db8::7", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", "1::2::3", "1:2"],
  email: ["a@b.example", '"a b"@c.example', "x@[127.0.0.1]", "no at", "a..b@c.example"],
  uri: ["https://a.example/b?c=d#e", "urn:x:y", "http://[::1]:80/", "a b", "//no.scheme", "x:%zz"],
  "uri-reference": ["/a/b", "", "#f", "../x?y", "https://a.example", "a:b", "%", "\\"],
};

const pieces = [
  ...'aZ0 _-/{}[],:"\\\b\f\n\r\t\u0000\u001f\u007f\u0080é߿ࠀ',
  "\u2028\ud7ff\ue000\ufeff\uffff",
  "\u{10000}",
  "\u{1f600}",
  "\u{10ffff}",
  "null",
  "1763700000123456789",
  "abcdefghijklmnop",
  '"seq":1,',
];

/**
 * Returns a string of a length in the given range, of characters that are error-prone for readers.
 */
export function oddString(random: Random, least: number, most: number): string {
  const plain = random.chance(70);
  const wanted = least + random.below(Math.max(1, Math.min(most - least, 24) + 1));
  let text = "";
  for (let length = 0; length < wanted; ) {
    const piece = plain
      ? "ABCDEFGHIJKLMNOPabcdefgh-0123456789".charAt(random.below(35))
      : random.pick(pieces);
    const characters = [...piece].length;
    if (length + characters > most) {
      text += "x";
      length += 1;
    } else {
      text += piece;
      length += characters;
    }
  }
  return text;
}

/** Quotes a string. With `escaping`, some characters are escaped although they need not be. */
export function quoteText(text: string, random: Random, escaping: boolean): string {
  const json = JSON.stringify(text);
  if (!escaping || !random.chance(30)) return json;
  const inner = [...json.slice(1, -1).matchAll(/\\u....|\\.|./gs)].map(([token]) => {
    if (token.length > 1 || !random.chance(20)) return token;
    const digits = token.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${random.chance(50) ? digits : digits.toUpperCase()}`;
  });
  return `"${inner.join("")}"`;
}
