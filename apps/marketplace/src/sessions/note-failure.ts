import { createMessageId } from "../mail/message-id.ts";
import { accountOf, foldSpelling } from "../rate-limits/account-of.ts";
import type { Services } from "../services.ts";

const HOUR_MS = 60 * 60_000;
/** After this many failures in an hour, from all networks together, the owner is notified. */
const MANY = 100;

/**
 * Records a failed login. It takes equally long whether or not the name exists: the recipient is
 * looked up when the mail is about to be sent.
 */
export async function noteFailure(services: Services, name: string): Promise<void> {
  const { storage, limiter, random, clock } = services;
  const account = await accountOf(storage.committed.users, name);
  const { count } = await limiter.take(`login-failures:${account}`, HOUR_MS);
  if (count !== MANY) return;
  await storage.transaction(({ outbox }) =>
    outbox.insert({
      kind: "login_warning",
      messageId: createMessageId(random),
      recipient: "",
      subject: "",
      body: foldSpelling(name),
      createdAt: clock.now(),
    }),
  );
  services.onMail();
}
