import { systemClock } from "@specwright/runtime";
import { prepareEnvironment } from "../environment/read-environment.ts";
import { MarketplaceError } from "../marketplace-error.ts";
import { OPERATOR } from "../storage/audit-repository.ts";
import type { Role } from "../storage/user-repository.ts";
import { isLastAdmin } from "../users/last-admin.ts";
import { openBeside } from "./open-beside.ts";

/** A change of a user's role that the operator requests. */
export interface RoleChange {
  readonly role: "moderator" | "admin";
  readonly verb: "grant" | "revoke";
  readonly username: string;
}

/**
 * Grants or revokes a role and returns a confirmation. The change also applies to existing sessions
 * of the user.
 *
 * @throws MarketplaceError if the user is unknown or is the last administrator; DatabaseError
 */
export async function changeRole(
  env: Readonly<Record<string, string | undefined>>,
  change: RoleChange,
): Promise<string> {
  const { database } = prepareEnvironment(env).options;
  const storage = await openBeside({ database, clock: systemClock });
  try {
    return await storage.transaction(async ({ users, audit }) => {
      const { role, verb, username } = change;
      const found = await users.byUsername(username);
      const user = found && (await users.lock(found.id));
      if (user === undefined) throw invalidRole(`unknown user ${username}`);
      const to: Role = verb === "grant" ? role : "member";
      if (verb === "revoke" && user.role !== role)
        throw invalidRole(`${username} does not have the role ${role}`);
      if (user.role === to) return `${user.username} already has the role ${to}`;
      if (await isLastAdmin({ users }, user)) {
        throw invalidRole(
          `${user.username} is the last administrator; grant the role to another user first`,
        );
      }
      await users.setRole(user.id, to);
      await audit.insert({
        ...OPERATOR,
        ...{ action: `${verb}Role`, subject: "user", subjectId: user.id },
        details: { username: user.username, from: user.role, to },
        happenedAt: systemClock.now(),
      });
      return `${user.username} now has the role ${to}`;
    });
  } finally {
    await storage.close();
  }
}

function invalidRole(message: string): MarketplaceError {
  return new MarketplaceError("invalid_option", message);
}
