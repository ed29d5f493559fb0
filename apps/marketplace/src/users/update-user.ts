import { isDeepStrictEqual } from "node:util";
import type {
  FieldError,
  UpdateUserBody,
  UpdateUserResponse,
} from "@specwright/marketplace-api/types";
import { isForbidden } from "../access/user-access.ts";
import { type Caller, callerOf, type Handlers } from "../caller.ts";
import { customValuesOf } from "../custom-fields/compile-custom-fields.ts";
import { changeCustomValues } from "../custom-fields/custom-fields.ts";
import { refuseReserved } from "../custom-fields/refuse-reserved.ts";
import { isOutdated } from "../entity-tag.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { postLetter } from "../mail/post-letter.ts";
import { userAnswer } from "../present/present-user.ts";
import { invalidBody, notFound, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import { staleLogin } from "../sessions/recent-login.ts";
import { standardFields } from "../standard-fields.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import { foldName, type UserRecord } from "../storage/user-repository.ts";
import { guessablePasswordIssues } from "./guessable-passwords.ts";
import { postVerification } from "./post-verification.ts";
import { emailTaken } from "./user-conflict.ts";

/**
 * Serves `POST /users/{user_id}`. A field that is absent in the body does not change, and `null`
 * clears it.
 */
export function updateUser(services: Services): Handlers["updateUser"] {
  const { storage, passwords, clock } = services;
  const fields = services.customFields.users;
  return async ({ path, headers, body }, context) => {
    const caller = callerOf(context);
    if (isForbidden("updateUser", caller, path.user_id)) return problemAnswer(403, "forbidden");
    const found = await storage.committed.users.byId(path.user_id);
    if (found === undefined) return notFound();
    const custom = customValuesOf(body, standardFields.updateUser);
    const reserved = caller.role === "admin" ? [] : refuseReserved(custom, fields);
    if (reserved.length > 0) return invalidBody(...reserved);
    const isOfAccount = body.email !== undefined || body.password !== undefined;
    const stale = isOfAccount ? staleLogin(services, caller) : undefined;
    if (stale !== undefined) return stale;
    if (isOutdated(headers, found)) return problemAnswer(412, "precondition_failed");
    const guessable = guessablePasswordIssues(body, found);
    if (guessable.length > 0) return invalidBody(...guessable);
    const fault = await currentPasswordFault(services, caller, found, body);
    if (fault !== undefined) return invalidBody(fault);
    const passwordHash =
      body.password === undefined ? undefined : await passwords.hash(body.password);

    const answer = await answerInTransaction(
      services,
      context,
      async (stored): Promise<UpdateUserResponse> => {
        const user = await stored.users.lock(found.id);
        if (user === undefined) return notFound();
        if (isOutdated(headers, user)) return problemAnswer(412, "precondition_failed");
        const isNewPassword = user.passwordHash !== found.passwordHash;
        if (isNewPassword && needsPassword(caller, found, body))
          return invalidBody(wrongPassword());
        if (body.email !== undefined) {
          const holder = await stored.users.byVerifiedEmail(body.email);
          if (holder !== undefined && holder.id !== user.id) return emailTaken();
        }
        const changed: UserRecord = {
          ...changedUser(user, body),
          passwordHash: passwordHash ?? user.passwordHash,
          customFields: changeCustomValues(user.customFields, custom),
        };
        if (passwordHash !== undefined) {
          await stored.sessions.deleteOfUser(user.id, caller.sessionId);
        }
        // Keys that were mailed to the previous address must become invalid.
        if (changed.email !== user.email) {
          await stored.mailedKeys.deleteOfUser(user.id);
        } else if (passwordHash !== undefined) {
          await stored.mailedKeys.delete("password_reset", user.id);
        }
        await postNotices(stored, services, user, changed);
        const isSame = isDeepStrictEqual(changed, user);
        const current = isSame
          ? user
          : await stored.users.update({ ...changed, updatedAt: clock.now() });
        return userAnswer(current, caller, fields);
      },
    );
    if (answer.status === 200) services.onMail();
    return answer;
  };
}

/**
 * Adds mails to the outbox. If the password or the address has changed, a mail to the previous
 * address says so. A new address gets a mail with a key to verify it.
 */
async function postNotices(
  { outbox }: Repositories,
  services: Services,
  before: UserRecord,
  after: UserRecord,
): Promise<void> {
  const { username, email } = before;
  if (after.passwordHash !== before.passwordHash) {
    await postLetter(outbox, services, email, { mail: "password-changed", values: { username } });
  }
  if (after.email !== email) {
    await postLetter(outbox, services, email, { mail: "address-changed", values: { username } });
    await postVerification(outbox, services, after);
  }
}

/**
 * Reports whether the caller must send the current password. This is the case if callers change
 * their own password or address.
 */
function needsPassword(caller: Caller, user: UserRecord, body: UpdateUserBody): boolean {
  if (caller.userId !== user.id) return false;
  return body.password !== undefined || (body.email !== undefined && body.email !== user.email);
}

async function currentPasswordFault(
  { passwords }: Services,
  caller: Caller,
  user: UserRecord,
  body: UpdateUserBody,
): Promise<FieldError | undefined> {
  if (!needsPassword(caller, user, body)) return undefined;
  const { current_password: password } = body;
  if (password === undefined) {
    return { pointer: "/current_password", code: "required", message: "required" };
  }
  return (await passwords.verify(user.passwordHash, password)) ? undefined : wrongPassword();
}

function wrongPassword(): FieldError {
  return {
    pointer: "/current_password",
    code: "wrong_password",
    message: "Is not the current password.",
  };
}

function changedUser(user: UserRecord, body: UpdateUserBody): UserRecord {
  const email = body.email ?? user.email;
  return {
    ...user,
    email,
    // An address that differs only in letter case counts as unchanged.
    emailVerified: user.emailVerified && isSameAddress(email, user.email),
    firstName: body.first_name === undefined ? user.firstName : body.first_name,
    lastName: body.last_name === undefined ? user.lastName : body.last_name,
    description: body.description === undefined ? user.description : body.description,
  };
}

function isSameAddress(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldName(one) === foldName(other);
}
