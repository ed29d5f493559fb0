import type { Handlers } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { createMessageId } from "../mail/message-id.ts";
import { KEY_LIFETIME_MS } from "../mailed-keys/write-key-letter.ts";
import type { Services } from "../services.ts";

/**
 * Serves `POST /users/request-password`. Stores the request before the response is sent, so that a
 * crash does not lose it. Looks up the user only later, so that the response and its timing do not
 * reveal whether the user exists.
 */
export function requestPassword(services: Services): Handlers["requestPassword"] {
  const { random, clock } = services;
  return async ({ body }, context) => {
    const messageId = createMessageId(random);
    const answer = await answerInTransaction(services, context, async ({ outbox }) => {
      await outbox.insert({
        kind: "password_request",
        messageId,
        recipient: "",
        subject: "",
        body: body.username_or_email,
        createdAt: clock.now(),
      });
      const data = { key_lifetime_s: KEY_LIFETIME_MS / 1000 };
      return { status: 202, body: { data } } as const;
    });
    services.onMail();
    return answer;
  };
}
