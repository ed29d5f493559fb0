import type { ErrorExplanation } from "../terminal/command-errors.ts";

/** A page of `specwright explain` about a problem in a publisher's API. */
export interface ProblemExplanation extends ErrorExplanation {
  readonly status: number;
}

/** Maps the codes of problems in a publisher's API to pages. */
export const publisherProblems: Readonly<Record<string, ProblemExplanation>> = {
  malformed_request: {
    status: 400,
    cause: "The request, its target or its body cannot be read.",
    fix: "Correct what `errors` or `detail` names.",
  },
  validation_failed: {
    status: 400,
    cause: "A parameter or the body breaks its schema.",
    fix: "Correct each place in `errors`.",
  },
  digest_mismatch: {
    status: 400,
    cause:
      "The digest in `sha256` does not match the document: the document changed in transit, or the digest belongs to another file.",
    fix: "Send the SHA-256 of the bytes of the document, or omit it. `specwright publish` sends it automatically.",
  },
  unauthorized: {
    status: 401,
    cause: "The access token is missing, unknown or revoked.",
    fix: "Send it in the header `Authorization: Token ACCESS_TOKEN`; the operator of the publisher issues tokens. `specwright publish` reads it from SPECWRIGHT_TOKEN or --token-file.",
  },
  forbidden: {
    status: 403,
    cause:
      "The access token lacks a right: it is read-only, belongs to another interface, or is not for administration.",
    fix: "Ask the operator of the publisher for a token with the right that `detail` names.",
  },
  not_found: {
    status: 404,
    cause: "The path does not exist, or the access token may not see it.",
    fix: "Check the name of the interface and the id of the version; `--create` of `specwright publish` creates an interface.",
  },
  withdrawn: {
    status: 410,
    cause: "The version or the interface was withdrawn. `detail` has the reason, if one was given.",
    fix: "Use another version. An administrator can create the interface again with `PUT /interfaces/{interface}`.",
  },
  method_not_allowed: {
    status: 405,
    cause: "The path does not support this method.",
    fix: "Use a method in the header `Allow`.",
  },
  not_acceptable: {
    status: 406,
    cause: "No representation has a type that `Accept` allows.",
    fix: "Accept one of the types that `detail` names.",
  },
  request_timeout: {
    status: 408,
    cause: "The body arrived too slowly.",
    fix: "Send it again over a faster connection.",
  },
  previous_mismatch: {
    status: 409,
    cause: "The branch has a newer version than `previous_id`.",
    fix: "If a newer job published, do nothing. Else compare with the newest version, and send its id.",
  },
  payload_too_large: {
    status: 413,
    cause: "The body is larger than a publisher accepts.",
    fix: "Publish fewer or smaller files: the limits are 16 MiB for a file and 32 MiB for all.",
  },
  uri_too_long: {
    status: 414,
    cause: "The request target is longer than the limit.",
    fix: "Send fewer or shorter parameters.",
  },
  unsupported_media_type: {
    status: 415,
    cause: "The operation does not accept a body of this type or encoding.",
    fix: "Send one of the types that `detail` names.",
  },
  invalid_document: {
    status: 422,
    cause: "The document has errors, or its format differs from the one in the request.",
    fix: "Correct what `diagnostics` lists; `specwright lint` finds most of it earlier.",
  },
  processing_failed: {
    status: 422,
    cause: "The document needs too much time or memory, or processing it failed.",
    fix: "Publish a smaller document, or ask the operator of the publisher to raise its limits: PUBLISHER_PROCESS_SECONDS, PUBLISHER_PROCESS_MEGABYTES.",
  },
  too_many_webhooks: {
    status: 409,
    cause: "The interface has the maximum number of webhooks.",
    fix: "Delete one that is no longer used.",
  },
  released_in_future: {
    status: 422,
    cause: "`released_at` is more than 24 hours ahead.",
    fix: "Correct it, or leave it out for the present time.",
  },
  too_many_requests: {
    status: 429,
    cause: "The client sent too many requests, or too many uploads at once.",
    fix: "Retry after the seconds in `Retry-After`.",
  },
  headers_too_large: {
    status: 431,
    cause: "The headers are larger than the limit.",
    fix: "Send fewer or shorter headers.",
  },
  internal_error: {
    status: 500,
    cause: "The publisher failed. Its log has the cause under the request id.",
    fix: "Tell the operator the `request_id`.",
  },
  not_implemented: {
    status: 501,
    cause: "The operation is in the contract, but this publisher has no handler for it.",
    fix: "Use another operation, or a newer publisher.",
  },
  unavailable: {
    status: 503,
    cause: "A service that the publisher depends on is unreachable, such as its database.",
    fix: "Retry after the seconds in `Retry-After`.",
  },
};
