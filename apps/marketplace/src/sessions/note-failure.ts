import { createMessageId } from "../mail/message-id.ts";
import { accountOf, foldSpelling } from "../rate-limits/account-of.ts";
import type { Services } from "../services.ts";

const HOUR_MS = 60 * 60_000;
/** After so many in an hour, from wherever, the owner is told. */
const MANY = 100;

/**
 * Notes a login that failed. Whether anybody has the name makes no difference, here or to how long
 * it takes: who is to be told is looked up when the mail is about to leave.
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
