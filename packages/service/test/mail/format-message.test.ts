import fc from "fast-check";
import { simpleParser } from "mailparser";
import { describe, expect, test } from "vitest";
import { formatMessage } from "../../src/mail/format-message.ts";
import { readMailSender } from "../../src/mail/mail-sender.ts";
import { isMailAddress } from "../../src/mail/mail-transport.ts";

const message = {
  messageId: "a@marketplace.invalid",
  fromName: "Marketplace",
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

  test("of a list names it, and how to end the subscription", () => {
    const list = { id: "shop.c.example", unsubscribeUrl: "https://c.example/end.html?token=a-_" };
    const mail = formatMessage({ ...message, list });
    expect(mail).toContain(`
List-Id: <shop.c.example>\r
List-Unsubscribe: <https://c.example/end.html?token=a-_>\r
List-Unsubscribe-Post: List-Unsubscribe=One-Click\r
MIME-Version: 1.0\r\n`);
  });

  test.each([
    { id: "shop.c.example\r\nBcc: evil@x.example" },
    { id: "shop" },
    { id: "a b.c.example" },
    { unsubscribeUrl: "https://c.example/>\r\nBcc: evil@x.example" },
    { unsubscribeUrl: "https://c.example/a>,<mailto:evil@x.example" },
    { unsubscribeUrl: "mailto:evil@x.example" },
    { unsubscribeUrl: `https://c.example/${"x".repeat(901)}` },
  ])("refuses a list with %j", (wrong) => {
    const list = { id: "shop.c.example", unsubscribeUrl: "https://c.example/", ...wrong };
    expect(() => formatMessage({ ...message, list })).toThrow(TypeError);
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
  ])("treats %j as one address: %s", (address, want) => {
    expect(isMailAddress(address)).toBe(want);
    if (!want) expect(() => formatMessage({ ...message, to: address })).toThrow(TypeError);
  });
});

describe("35.8 a sender", () => {
  test.each<[text: string, name: string, header: string]>([
    ["shop@site.example", "Marketplace", "Marketplace"],
    ["Shop <shop@site.example>", "Shop", "Shop"],
    ["  The old shop  <shop@site.example>", "The old shop", "The old shop"],
    ['"Shop, Ltd." <shop@site.example>', "Shop, Ltd.", '"Shop, Ltd."'],
    ['A "good" shop <shop@site.example>', 'A "good" shop', '"A \\"good\\" shop"'],
    ["a@b.example <shop@site.example>", "a@b.example", '"a@b.example"'],
    ["Café Müller <shop@site.example>", "Café Müller", "=?utf-8?B?Q2Fmw6kgTcO8bGxlcg==?="],
    ["=?utf-8?Q?x?= <shop@site.example>", "=?utf-8?Q?x?=", "=?utf-8?B?PT91dGYtOD9RP3g/PQ==?="],
  ])("%s is %s", async (text, name, header) => {
    const sender = readMailSender(text, "Marketplace");
    expect(sender).toEqual({ name, address: "shop@site.example" });
    const mail = formatMessage({ ...message, fromName: name, from: `${sender?.address}` });
    expect(mail).toContain(`\r\nFrom: ${header} <shop@site.example>\r\nTo: `);
    const { from, headers } = await simpleParser(mail);
    expect(from?.value).toMatchObject([{ name, address: "shop@site.example" }]);
    expect(headers.has("bcc")).toBe(false);
  });

  test.each([
    "",
    "Shop",
    "<shop@site.example>",
    "Shop <shop@site.example>, Evil <evil@x.example>",
    "Shop\r\nBcc: evil@x.example <shop@site.example>",
    "Shop\u2028x <shop@site.example>",
    "Shop <shop@site.example\r\nBcc: evil@x.example>",
    "\ud800 <shop@site.example>",
    `${"x".repeat(129)} <shop@site.example>`,
  ])("is not %j", (text) => expect(readMailSender(text, "Marketplace")).toBeUndefined());

  test("has a name that can add nothing to the head of a mail", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (fromName) => {
        let mail: string;
        try {
          mail = formatMessage({ ...message, fromName });
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          return;
        }
        expect(read(mail).names).toEqual(NAMES);
        expect(mail).toMatch(/^From: (?:[ -~]|\r\n )* <from@site\.example>\r$/m);
      }),
    );
  });
});
