import { createMessageId } from "../mail/message-id.ts";
import type { OutboxRepository } from "../mail/outbox-repository.ts";
import type { Services } from "../services.ts";
import type { UserRecord } from "../users/user-repository.ts";

/**
 * Has the key that verifies a user's address mailed there, unless it is verified or there is none.
 * The letter is written when it is sent. Call `onMail` of the services once that is committed.
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
    // Nobody is written to at an address that they change before the letter is.
    recipient: email,
    subject: "",
    body: `${id}`,
    createdAt: clock.now(),
  });
}
