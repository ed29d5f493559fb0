import type { User, UserEnvelope } from "@specwright/marketplace-api/types";
import { type Caller, mayActFor } from "../caller.ts";
import type { CustomFields } from "../custom-fields/compile-custom-fields.ts";
import { entityTagOf } from "../entity-tag.ts";
import type { UserRecord } from "../storage/user-repository.ts";
import { timestamp } from "../timestamp.ts";

/** Returns a user in the form of the API. The fields depend on the rights of the viewer. */
export function presentUser(
  user: UserRecord,
  viewer: Pick<Caller, "userId" | "role">,
  fields: CustomFields,
): User {
  const seesAll = mayActFor(viewer, user.id);
  const custom = Object.entries(user.customFields).filter(([name]) => {
    const field = fields.get(name);
    // A field that is no longer declared stays in the database but is never shown.
    return field !== undefined && (seesAll || field.public === true);
  });
  const presented: User = {
    id: user.id,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    description: user.description,
    ...(seesAll ? ownFields(user) : {}),
    ...(viewer.role === "member" ? {} : staffFields(user)),
    created_at: timestamp(user.createdAt),
    updated_at: timestamp(user.updatedAt),
  };
  return Object.assign(presented, Object.fromEntries(custom));
}

function ownFields({ email, emailVerified, role }: UserRecord): Partial<User> {
  return { email, email_verified: emailVerified, role };
}

/**
 * Returns the fields that only staff sees. Moderators need the role, because they may not suspend
 * other moderators or administrators.
 */
function staffFields({ role, suspendedAt }: UserRecord): Partial<User> {
  return { role, suspended: suspendedAt !== null };
}

/** Builds the response with a user, including the entity tag. */
export function userAnswer(
  user: UserRecord,
  viewer: Pick<Caller, "userId" | "role">,
  fields: CustomFields,
): { status: 200; headers: { ETag: string }; body: UserEnvelope } {
  const data = presentUser(user, viewer, fields);
  return { status: 200, headers: { ETag: entityTagOf(user, data) }, body: { data } };
}
