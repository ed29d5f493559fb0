import type { Services } from "../services.ts";
import type { OutboxMail } from "../storage/outbox-repository.ts";

/** Writes one kind of letter. Resolves with undefined if the letter has no recipient. */
export type WriteLetter = (
  services: Services,
  mail: OutboxMail,
) => Promise<Pick<OutboxMail, "recipient" | "subject" | "body" | "html"> | undefined>;
