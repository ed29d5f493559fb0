import type { Handlers } from "../caller.ts";
import { createMessageId } from "../mail/message-id.ts";
import type { Services } from "../services.ts";
import { KEY_LIFETIME_MS } from "./key-mail-writer.ts";

/**
 * Serves `POST /users/request-password` (M7). The request is stored before the answer, so that a
 * crash does not lose it; who was meant is looked up after. Known and unknown users get the same,
 * in the same time.
 */
export function requestPassword(services: Services): Handlers["requestPassword"] {
  const { storage, random, clock } = services;
  return async ({ body }) => {
    const messageId = createMessageId(random);
    await storage.transaction(({ outbox }) =>
      outbox.insert({
        kind: "password_request",
        messageId,
        recipient: "",
        subject: "",
        body: body.username_or_email,
        createdAt: clock.now(),
      }),
    );
    services.onMail();
    return { status: 202, body: { data: { key_lifetime_s: KEY_LIFETIME_MS / 1000 } } };
  };
}
