import type { RegisterUserBody, RegisterUserResponse } from "@specwright/marketplace-api/types";
import type { Handlers } from "../caller.ts";
import { customValuesOf } from "../custom-fields/compile-custom-fields.ts";
import { changeCustomValues } from "../custom-fields/custom-fields.ts";
import { refuseReserved } from "../custom-fields/refuse-reserved.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { userAnswer } from "../present/present-user.ts";
import { invalidBody, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import { standardFields } from "../standard-fields.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import type { NewUser } from "../storage/user-repository.ts";
import { postVerification } from "./post-verification.ts";
import { emailTaken, type UserConflict, usernameTaken } from "./user-conflict.ts";

/**
 * Serves `POST /users`. Sends a mail with a key to verify the address. Does not start a session.
 */
export function registerUser(services: Services): Handlers["registerUser"] {
  const { storage, passwords, publicPath } = services;
  const fields = services.customFields.users;
  return async ({ body }, context) => {
    if (!services.isRegistrationOpen) return problemAnswer(403, "registration_closed");
    const custom = customValuesOf(body, standardFields.registerUser);
    const reserved = refuseReserved(custom, fields);
    if (reserved.length > 0) return invalidBody(...reserved);
    // Hashing a password is expensive, so conflicts are checked before.
    const conflict = await findConflict(storage.committed, body);
    if (conflict !== undefined) return conflict;

    const passwordHash = await passwords.hash(body.password);
    const now = services.clock.now();
    const user = newUser(body, passwordHash, now);
    const answer = await answerInTransaction(
      services,
      context,
      async (stored): Promise<RegisterUserResponse> => {
        // Meanwhile, a different request may have taken the username or verified the address.
        const taken = await findConflict(stored, body);
        if (taken !== undefined) return taken;
        const inserted = await stored.users.insert({
          ...user,
          customFields: changeCustomValues({}, custom),
        });
        if (inserted === undefined) return usernameTaken();
        await postVerification(stored.outbox, services, inserted);
        const { id, role } = inserted;
        const { headers, body: shown } = userAnswer(inserted, { userId: id, role }, fields);
        return {
          status: 201,
          headers: { ...headers, Location: `${publicPath}/users/${id}` },
          body: shown,
        };
      },
    );
    if (answer.status === 201) services.onMail();
    return answer;
  };
}

async function findConflict(
  stored: Pick<Repositories, "users"> | Services["storage"]["committed"],
  { username, email }: RegisterUserBody,
): Promise<UserConflict | undefined> {
  if ((await stored.users.byUsername(username)) !== undefined) return usernameTaken();
  if (await stored.users.isRetired(username)) return usernameTaken();
  if ((await stored.users.byVerifiedEmail(email)) !== undefined) return emailTaken();
  return undefined;
}

function newUser(body: RegisterUserBody, passwordHash: string, now: number): NewUser {
  return {
    username: body.username,
    email: body.email,
    emailVerified: false,
    passwordHash,
    role: "member",
    firstName: body.first_name ?? null,
    lastName: body.last_name ?? null,
    description: body.description ?? null,
    customFields: {},
    createdAt: now,
    updatedAt: now,
  };
}
