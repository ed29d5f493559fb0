import { ProblemError } from "@specwright/rest/server";

/** Returns the refusal of an upload whose fault its schema cannot express. */
export function badUpload(
  pointer: string,
  code: string,
  message: string,
  where?: "path" | "query",
): ProblemError {
  const error = { ...(where === undefined ? {} : { in: where }), pointer, code, message };
  return new ProblemError(400, "validation_failed", "The request breaks its schema; see errors.", {
    members: { errors: [error] },
  });
}

/** Returns the refusal of content that does not have the digest that was sent with it. */
export function digestMismatch(message: string, where?: "query"): ProblemError {
  const error = {
    ...(where === undefined ? {} : { in: where }),
    pointer: "/sha256",
    code: "digest",
    message,
  };
  return new ProblemError(400, "digest_mismatch", undefined, { members: { errors: [error] } });
}

/** Returns the refusal of a version that is said to be released later than a day from now. */
export function releasedInFuture(): ProblemError {
  const error = {
    pointer: "/released_at",
    code: "future",
    message: "Is more than 24 hours ahead: correct it, or leave it out for the present time.",
  };
  const detail = "A version cannot be published before it is released.";
  return new ProblemError(422, "released_in_future", detail, {
    members: { errors: [error], diagnostics: [] },
  });
}
