import { isSenderName } from "./mail-sender.ts";
import { isMailAddress, type MailingList, type MailMessage } from "./mail-transport.ts";

const LINE_END = "\r\n";

/**
 * Formats a mail according to RFC 5322. Its texts cannot add headers or recipients.
 *
 * @throws TypeError if a field does not contain exactly one address, the sender's name is not on one line,
 * or the list has an invalid ID or URL.
 */
export function formatMessage(message: MailMessage): string {
  for (const address of [message.from, message.to]) {
    if (!isMailAddress(address)) throw new TypeError("expected one mail address");
  }
  const { from, fromName } = message;
  if (fromName !== undefined && !isSenderName(fromName))
    throw new TypeError("invalid name of the sender");
  const headers = [
    `Date: ${new Date(message.date).toUTCString().replace("GMT", "+0000")}`,
    `From: ${fromName === undefined ? "" : `${encodePhrase(fromName)} `}<${from}>`,
    `To: <${message.to}>`,
    `Message-ID: <${message.messageId}>`,
    `Subject: ${headerText(message.subject)}`,
    "Auto-Submitted: auto-generated",
    ...(message.list === undefined ? [] : listHeaders(message.list)),
    "MIME-Version: 1.0",
  ];
  const text = mimePart("plain", message.text);
  if (message.html === undefined) return [...headers, ...text, ""].join(LINE_END);
  return [
    ...headers,
    `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
    "",
    ...[`--${BOUNDARY}`, ...text],
    ...[`--${BOUNDARY}`, ...mimePart("html", message.html)],
    ...[`--${BOUNDARY}--`, ""],
  ].join(LINE_END);
}

function listHeaders({ id, unsubscribeUrl }: MailingList): readonly string[] {
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(id)) throw new TypeError("invalid list ID");
  // A server refuses lines of more than 998 characters.
  if (!/^https?:\/\/[!-;=?-~]{1,900}$/.test(unsubscribeUrl)) {
    throw new TypeError("invalid unsubscribe URL");
  }
  return [
    `List-Id: <${id}>`,
    `List-Unsubscribe: <${unsubscribeUrl}>`,
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
  ];
}

/** A boundary between parts. No line of quoted-printable text contains it. */
const BOUNDARY = "=_alternative";

function mimePart(type: "plain" | "html", text: string): readonly string[] {
  return [
    `Content-Type: text/${type}; charset=utf-8`,
    "Content-Transfer-Encoding: quoted-printable",
    "",
    quotedPrintable(text),
  ];
}

/**
 * Encodes text for a header: printable ASCII stays unchanged, all other text becomes encoded words
 * (RFC 2047).
 */
function headerText(text: string): string {
  if (/^[ -~]{0,60}$/.test(text) && !text.includes("=?") && text.trim() === text) return text;
  return encodedWords(text);
}

function encodedWords(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    // 45 bytes become 60 characters of base64. With its prefix and suffix, an encoded word may have 75
    // characters.
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word]
    .map((part) => `=?utf-8?B?${Buffer.from(part).toString("base64")}?=`)
    .join(`${LINE_END} `);
}

/** Encodes a name for an address header: as words, a quoted string, or encoded words. */
function encodePhrase(name: string): string {
  if (/^[\w!#$%&'*+/?^`{|}~-]+(?: [\w!#$%&'*+/?^`{|}~-]+)*$/.test(name)) return headerText(name);
  if (/^[ -~]{1,60}$/.test(name) && !name.includes("=?")) {
    return `"${name.replaceAll(/["\\]/g, "\\$&")}"`;
  }
  return encodedWords(name);
}

/** Encodes text as quoted-printable (RFC 2045), in ASCII lines of at most 76 characters. */
function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map(quotedLine)
    .join(LINE_END);
}

function quotedLine(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  const bytes = Buffer.from(line);
  for (const [at, byte] of bytes.entries()) {
    const encoded = quotedByte(byte, at === bytes.length - 1);
    if (piece.length + encoded.length > 75) {
      pieces.push(`${piece}=`);
      piece = "";
    }
    // A line with a single dot would end the mail for some programs.
    piece += piece === "" && encoded === "." ? "=2E" : encoded;
  }
  return [...pieces, piece].join(LINE_END);
}

function quotedByte(byte: number, isLast: boolean): string {
  const isPrintable = byte > 0x20 && byte < 0x7f && byte !== 0x3d;
  const isInnerBlank = byte === 0x20 && !isLast;
  if (isPrintable || isInnerBlank) return String.fromCharCode(byte);
  return `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
