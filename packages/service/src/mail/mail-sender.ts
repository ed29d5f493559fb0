import { isMailAddress } from "./mail-transport.ts";

export interface MailSender {
  readonly name: string;
  readonly address: string;
}

const NAMED = /^\s*(?<name>[^<>]*?)\s*<(?<address>[^<>]*)>\s*$/;

/**
 * Reads a sender. `shop@site.example` gets the default name; `Shop <shop@site.example>` has its own name,
 * with or without quotes. Returns undefined for any other text, and for a name that could inject mail
 * headers.
 */
export function readMailSender(text: string, defaultName: string): MailSender | undefined {
  const own = isMailAddress(text) ? { name: defaultName, address: text } : NAMED.exec(text)?.groups;
  const { name = "", address = "" } = own ?? {};
  const plain = name.replace(/^"(.*)"$/, "$1");
  if (!isSenderName(plain) || !isMailAddress(address)) return undefined;
  return { name: plain, address };
}

/** Reports whether a text is a name on one line of at most 128 characters. */
export function isSenderName(text: string): boolean {
  return /\S/.test(text) && text.length <= 128 && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);
}
