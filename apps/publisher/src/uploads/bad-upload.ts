import { ProblemError } from "@specwright/rest/server";

/** Creates the error for an upload that matches its schema but is invalid. */
export function badUpload(
  pointer: string,
  code: string,
  message: string,
  where?: "path" | "query",
): ProblemError {
  const error = { ...(where === undefined ? {} : { in: where }), pointer, code, message };
  return new ProblemError(
    400,
    "validation_failed",
    "The request violates its schema; see errors.",
    {
      members: { errors: [error] },
    },
  );
}

/** Creates the error for content that does not match its digest. */
export function digestMismatch(message: string, where?: "query"): ProblemError {
  const error = {
    ...(where === undefined ? {} : { in: where }),
    pointer: "/sha256",
    code: "digest",
    message,
  };
  return new ProblemError(400, "digest_mismatch", undefined, { members: { errors: [error] } });
}

/** Creates the error for a release date that is more than a day in the future. */
export function releasedInFuture(): ProblemError {
  const error = {
    pointer: "/released_at",
    code: "future",
    message: "Is more than 24 hours ahead. Correct it, or omit it to use the current time.",
  };
  const detail = "A version cannot be published before it is released.";
  return new ProblemError(422, "released_in_future", detail, {
    members: { errors: [error], diagnostics: [] },
  });
}
