import type { Clock } from "@specwright/runtime";
import type { RandomBytes } from "../secrets/session-token.ts";
import type { OutboxRepository } from "../storage/outbox-repository.ts";
import type { MailContents } from "./mail-declarations.ts";
import type { MailTemplates } from "./mail-templates.ts";
import { createMessageId } from "./message-id.ts";

/**
 * Adds a letter to the outbox. The mail worker sends it after the commit. Does nothing if the user
 * has no address. The caller must call `onMail` of the services after the commit.
 */
export async function postLetter(
  outbox: OutboxRepository,
  services: {
    readonly random: RandomBytes;
    readonly clock: Clock;
    readonly mailTemplates: MailTemplates;
  },
  recipient: string | null,
  contents: MailContents,
): Promise<void> {
  if (recipient === null) return;
  await outbox.insert({
    ...services.mailTemplates(contents),
    kind: "letter",
    messageId: createMessageId(services.random),
    recipient,
    createdAt: services.clock.now(),
  });
}
