import type { getUser } from "@specwright/marketplace-api/client";
import type { User } from "@specwright/marketplace-api/types";

/** The transport of the generated client. */
export type Transport = Parameters<typeof getUser>[0];

/** A queue whose length the page shows. */
export type Queue = "listings" | "reports";

/** The services of the page for a signed-in moderator. */
export interface Desk {
  readonly transport: Transport;
  readonly me: User;
  readonly isAdmin: boolean;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  /** Counts a queue again after a decision. */
  recount(queue: Queue): void;
}

/** Reports whether a user may moderate. */
export function isStaff({ role }: Pick<User, "role">): boolean {
  return role === "moderator" || role === "admin";
}

/** A view of the page. */
export interface View {
  readonly heading: string;
  readonly content: readonly Node[];
}
