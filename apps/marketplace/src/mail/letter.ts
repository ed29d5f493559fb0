import type { Clock } from "@specwright/runtime";
import type { RandomBytes } from "../secrets/session-token.ts";
import type { OutboxRepository } from "../storage/outbox-repository.ts";
import { createMessageId } from "./message-id.ts";

/** The contents of a mail: plain text, without markup or placeholders. */
export interface Letter {
  readonly subject: string;
  readonly body: string;
}

/**
 * Adds a letter to one address to the outbox, to be sent after the commit; does nothing for a user
 * without an address. Call `onMail` of the services then.
 */
export async function postLetter(
  outbox: OutboxRepository,
  services: { readonly random: RandomBytes; readonly clock: Clock },
  recipient: string | null,
  letter: Letter,
): Promise<void> {
  if (recipient === null) return;
  await outbox.insert({
    ...letter,
    kind: "letter",
    messageId: createMessageId(services.random),
    recipient,
    createdAt: services.clock.now(),
  });
}

/** Puts text of others on one line, so that it cannot add lines. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Marks text of others, so that it cannot be mistaken for ours. */
export function quoted(text: string): string {
  return text
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
}
