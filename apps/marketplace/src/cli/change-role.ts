import { systemClock } from "@specwright/runtime";
import { prepareEnvironment } from "../environment/read-environment.ts";
import { MarketplaceError } from "../marketplace-error.ts";
import { OPERATOR } from "../storage/audit-repository.ts";
import type { Role } from "../storage/user-repository.ts";
import { isLastAdmin } from "../users/last-admin.ts";
import { openBeside } from "./open-beside.ts";

/** A change of a role requested by the operator. */
export interface RoleChange {
  readonly role: "moderator" | "admin";
  readonly verb: "grant" | "revoke";
  readonly username: string;
}

/**
 * Grants or revokes a role and returns a sentence that confirms it. Existing sessions of the user
 * are affected at once.
 *
 * @throws MarketplaceError if there is no such user, or for the last administrator;
 *   DatabaseError
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
      if (user === undefined) throw wrong(`there is no user ${username}`);
      const to: Role = verb === "grant" ? role : "member";
      if (verb === "revoke" && user.role !== role) throw wrong(`${username} is no ${role}`);
      if (user.role === to) return `${user.username} has the role ${to} already`;
      if (await isLastAdmin({ users }, user)) {
        throw wrong(`${user.username} is the last administrator; grant another the role first`);
      }
      await users.setRole(user.id, to);
      await audit.insert({
        ...OPERATOR,
        ...{ action: `${verb}Role`, subject: "user", subjectId: user.id },
        details: { username: user.username, from: user.role, to },
        happenedAt: systemClock.now(),
      });
      return `${user.username} has the role ${to} now`;
    });
  } finally {
    await storage.close();
  }
}

function wrong(message: string): MarketplaceError {
  return new MarketplaceError("invalid_option", message);
}
