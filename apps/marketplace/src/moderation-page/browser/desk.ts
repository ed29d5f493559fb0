import type { getUser } from "@specwright/marketplace-api/client";
import type { User } from "@specwright/marketplace-api/types";

/** The transport of the generated client. */
export type Transport = Parameters<typeof getUser>[0];

/** A queue whose length the page shows. */
export type Queue = "listings" | "reports";

/** The services that the views use while a moderator is signed in. */
export interface Desk {
  readonly transport: Transport;
  readonly me: User;
  readonly isAdmin: boolean;
  /** Makes screen readers read a text. */
  announce(text: string): void;
  /** Updates the shown length of a queue, after a decision has changed it. */
  recount(queue: Queue): void;
}

/** Reports whether a user is a moderator or an administrator. */
export function isStaff({ role }: Pick<User, "role">): boolean {
  return role === "moderator" || role === "admin";
}

/** A view of the page. */
export interface View {
  readonly heading: string;
  readonly content: readonly Node[];
}
