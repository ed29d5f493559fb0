import { createMessageId } from "../mail/message-id.ts";
import type { Services } from "../services.ts";
import type { OutboxRepository } from "../storage/outbox-repository.ts";
import type { UserRecord } from "../storage/user-repository.ts";

/**
 * Requests a mail with a key to verify a user's address, unless it is verified or missing. The
 * letter is written when it is
 * sent. Call `onMail` of the services after the commit.
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
    // If the address changes before the letter is written, no mail is sent to the old address.
    recipient: email,
    subject: "",
    body: `${id}`,
    createdAt: clock.now(),
  });
}
