import type { Clock } from "@specwright/runtime";
import type { RandomBytes } from "../sessions/session-token.ts";
import { createMessageId } from "./message-id.ts";
import type { OutboxRepository } from "./outbox-repository.ts";

/** The contents of a mail: plain text, without markup or placeholders. */
export interface Letter {
  readonly subject: string;
  readonly body: string;
}

/**
 * Puts a letter to one address into the outbox, to leave when the transaction is committed; none
 * for a user without an address. Call `onMail` of the services then.
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

/** Writes what somebody else wrote on one line, so that it adds none. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Marks what somebody else wrote, so that nothing in it passes for our words. */
export function quoted(text: string): string {
  return text
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
}
