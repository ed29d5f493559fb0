import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMessage } from "../src/mail/format-message.ts";
import { isMailAddress } from "../src/mail/mail-transport.ts";

const message = {
  messageId: "a@marketplace.invalid",
  from: "from@site.example",
  to: "admin@site.example",
  subject: "Subject",
  text: "Text",
  date: Date.UTC(2026, 1, 3, 4, 5, 6),
};

const NAMES = [
  "Date",
  "From",
  "To",
  "Message-ID",
  "Subject",
  "Auto-Submitted",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
];

/** Reads a mail as the recipient's program would. */
function read(mail: string): { names: string[]; subject: string; text: string } {
  const end = mail.indexOf("\r\n\r\n");
  const lines = mail.slice(0, end).replaceAll("\r\n ", " ").split("\r\n");
  const names = lines.map((line) => line.slice(0, line.indexOf(":")));
  const subject = lines.find((line) => line.startsWith("Subject: "))?.slice(9) ?? "";
  const words = subject.match(/^(?:=\?utf-8\?B\?[A-Za-z0-9+/=]*\?= ?)+$/)
    ? subject.split(" ").map((word) => Buffer.from(word.slice(10, -2), "base64"))
    : undefined;
  const bytes = mail
    .slice(end + 4)
    .replace(/\r\n$/, "")
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return {
    names,
    subject: words === undefined ? subject : Buffer.concat(words).toString(),
    text: Buffer.from(bytes, "latin1").toString(),
  };
}

describe("formatMessage", () => {
  test("writes plain text plainly", () => {
    const mail = formatMessage({ ...message, text: "One = two.\n.\nThree \n" });
    expect(mail.split("\r\n")).toEqual([
      "Date: Tue, 03 Feb 2026 04:05:06 +0000",
      "From: Marketplace <from@site.example>",
      "To: <admin@site.example>",
      "Message-ID: <a@marketplace.invalid>",
      "Subject: Subject",
      "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "One =3D two.",
      "=2E",
      "Three=20",
      "",
      "",
    ]);
  });

  test("keeps every subject and text to its place, and whole", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc
        .array(
          fc.constantFrom("\r\n", "\r", "\n", ".", "Bcc: x@y.example", " ", "=?utf-8?B??=", "é"),
          {
            maxLength: 40,
          },
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(hostile, hostile, (subject, text) => {
        const mail = formatMessage({ ...message, subject, text });
        const got = read(mail);
        expect(got.names).toEqual(NAMES);
        expect(got.subject).toBe(subject);
        expect(got.text).toBe(text.replaceAll(/\r\n|[\r\n]/g, "\r\n"));
        for (const line of mail.split("\r\n")) expect(line.length).toBeLessThanOrEqual(86);
        expect(mail).toMatch(/^[\r\n -~]*$/);
      }),
    );
  });

  test.each([
    ["admin@site.example", true],
    ["admin@localhost", true],
    ["a.b+c@x-y.example", true],
    ["admin@site.example, evil@x.example", false],
    ["admin@site.example\r\nBcc: evil@x.example", false],
    ["<admin@site.example>", false],
    ['"a b"@site.example', false],
    ["admin@site.example\n", false],
    ["admin", false],
    ["", false],
  ])("takes %j for one address: %s", (address, want) => {
    expect(isMailAddress(address)).toBe(want);
    if (!want) expect(() => formatMessage({ ...message, to: address })).toThrow(TypeError);
  });
});
