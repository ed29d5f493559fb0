import type { Services } from "../services.ts";
import type { OutboxMail } from "../storage/outbox-repository.ts";

/** Writes one kind of letter; resolves with undefined without a recipient. */
export type WriteLetter = (
  services: Services,
  mail: OutboxMail,
) => Promise<Pick<OutboxMail, "recipient" | "subject" | "body" | "html"> | undefined>;
