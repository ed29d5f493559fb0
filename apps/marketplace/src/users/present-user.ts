import type { User, UserEnvelope } from "@specwright/marketplace-api/types";
import { type Caller, mayActFor } from "../caller.ts";
import type { CustomFields } from "../custom-fields/compile-custom-fields.ts";
import { entityTagOf } from "../entity-tag.ts";
import type { UserRecord } from "./user-repository.ts";

/** Shows a user as the viewer may see them: address, role and private fields only to some. */
export function presentUser(
  user: UserRecord,
  viewer: Pick<Caller, "userId" | "role">,
  fields: CustomFields,
): User {
  const seesAll = mayActFor(viewer, user.id);
  const custom = Object.entries(user.customFields).filter(([name]) => {
    const field = fields.get(name);
    // What is no longer declared is kept, but nobody said who may see it.
    return field !== undefined && (seesAll || field.public === true);
  });
  const presented: User = {
    id: user.id,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    description: user.description,
    ...(seesAll ? ownFields(user) : {}),
    created_at: new Date(user.createdAt).toISOString(),
    updated_at: new Date(user.updatedAt).toISOString(),
  };
  return Object.assign(presented, Object.fromEntries(custom));
}

function ownFields({ email, emailVerified, role }: UserRecord): Partial<User> {
  return { email, email_verified: emailVerified, role };
}

/** Builds the answer that carries a user, with its entity tag. */
export function userAnswer(
  user: UserRecord,
  viewer: Pick<Caller, "userId" | "role">,
  fields: CustomFields,
): { status: 200; headers: { ETag: string }; body: UserEnvelope } {
  const data = presentUser(user, viewer, fields);
  return { status: 200, headers: { ETag: entityTagOf(user, data) }, body: { data } };
}
