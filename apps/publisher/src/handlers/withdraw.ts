import type { WithdrawBody } from "@specwright/publisher-api/types";
import { ProblemError } from "@specwright/rest/server";
import { requireRight } from "../access/require-right.ts";
import type { Handlers, HttpServices } from "../http-services.ts";
import { badUpload } from "../uploads/bad-upload.ts";
import { withdrawVersions as takeBack } from "../versions/withdraw.ts";

/** Withdraws a version, a branch or an interface. */
export function withdraw(services: HttpServices): Handlers["withdraw"] {
  return async ({ path, body }, context) => {
    const { interface: name } = path;
    requireRight(context, "admin", name);
    const { scope, reason = null } = body;
    const withdrawal = await takeBack(services, {
      interface: name,
      ...withdrawalTarget(body),
      reason,
    });
    if (withdrawal === undefined) throw new ProblemError(404, "not_found");
    services.webhooks.wake();
    services.mail?.wake();
    const { versions, withdrawnAt } = withdrawal;
    const withdrawn_at = new Date(withdrawnAt).toISOString();
    return { status: 200, body: { data: { scope, versions, withdrawn_at } } };
  };
}

/**
 * Returns the part of the interface to withdraw.
 *
 * @throws ProblemError 400 if a member is missing or does not belong to the scope.
 */
function withdrawalTarget({ scope, number, branch }: WithdrawBody): {
  readonly branch?: string;
  readonly number?: number;
} {
  const members = { number, branch };
  for (const [name, own] of [
    ["number", "version"],
    ["branch", "branch"],
  ] as const) {
    const isThere = members[name] !== undefined;
    if (isThere === (scope === own)) continue;
    const [code, message] = isThere
      ? ["unknown_key", `Is allowed only with the scope ${own}.`]
      : ["required", `Is required with the scope ${own}.`];
    throw badUpload(`/${name}`, `${code}`, `${message}`);
  }
  return {
    ...(number === undefined ? {} : { number }),
    ...(branch === undefined ? {} : { branch }),
  };
}
