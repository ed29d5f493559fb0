import { createMessageId } from "../mail/message-id.ts";
import type { Services } from "../services.ts";
import type { OutboxRepository } from "../storage/outbox-repository.ts";
import type { UserRecord } from "../storage/user-repository.ts";

/**
 * Adds a mail with a key to the outbox. The user verifies the address with the key. Does nothing if
 * the address is missing or already verified. The mail worker writes the letter when it sends the
 * mail. The caller must call `onMail` of the services after the commit.
 */
export async function postVerification(
  outbox: OutboxRepository,
  { random, clock }: Pick<Services, "random" | "clock">,
  { id, email, emailVerified }: Pick<UserRecord, "id" | "email" | "emailVerified">,
): Promise<void> {
  if (email === null || emailVerified) return;
  await outbox.insert({
    kind: "email_verification",
    messageId: createMessageId(random),
    // The mail worker compares this address with the user's current address. If they differ, it
    // sends no mail.
    recipient: email,
    subject: "",
    body: `${id}`,
    createdAt: clock.now(),
  });
}
