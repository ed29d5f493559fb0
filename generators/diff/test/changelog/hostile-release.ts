// Texts that break out of unescaped markup, and a release made of them.

import type { Release } from "@specwright/diff/changelog";
import fc from "fast-check";
import { changeOf, shop } from "./shop-history.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "]]>",
    "<![CDATA[",
    "<script>alert(1)</script>",
    "&amp;",
    "&#0;",
    "<!--",
    "-->",
    "--",
    "\u0000",
    "\u001b[2J",
    "\u000b",
    "\r\n",
    "\r",
    "\u0085",
    "\u2028",
    "\uffff",
    "\ud800",
    "\u202e",
    '" onload="x',
    "'",
    "<?xml?>",
    "{{x}}",
    "/../",
    "https://a.example",
    "www.a.example",
    "a@b.example",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
);
/** Worst-case texts of documents. */
export const hostile: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(""));

/** Returns a release with the text in every place. */
export function hostileRelease(text: string): Release {
  return {
    interface: { ...shop, id: `x${text}`, title: text },
    version: `1${text}`,
    date: "2024-02-29",
    title: text,
    notes: text,
    changes: [
      changeOf({
        fingerprint: "0123456789ab",
        message: text,
        why: text,
        subject: { kind: "operation", name: text },
        base: { file: text, line: 1, column: 1, pointer: text },
        affects: [{ operation: text, part: text, direction: "request" }],
        witness: { value: { [text]: text }, validIn: "base" },
        sunset: text,
      }),
    ],
    operationTags: { [text]: [text] },
    commits: [
      {
        id: text,
        subject: text,
        url: text,
        authors: [{ name: text, url: `https://a.example/${text}` }],
        pull: { name: text, url: text },
      },
    ],
  };
}
