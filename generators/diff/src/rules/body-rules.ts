import type { Rule } from "./rule.ts";

/** The id of a rule about bodies, responses and their headers in OpenAPI documents. */
export type BodyRuleId =
  | "required-request-body-added"
  | "optional-request-body-added"
  | "request-body-removed"
  | "request-body-became-required"
  | "request-body-became-optional"
  | "max-bytes-set"
  | "max-bytes-unset"
  | "max-bytes-increased"
  | "max-bytes-decreased"
  | "media-type-added"
  | "media-type-removed"
  | "media-type-generalized"
  | "media-type-specialized"
  | "media-type-changed"
  | "media-type-schema-added"
  | "media-type-schema-removed"
  | "encoding-changed"
  | "success-status-added"
  | "success-status-removed"
  | "error-status-added"
  | "error-status-removed"
  | "header-added"
  | "required-header-removed"
  | "optional-header-removed"
  | "header-became-required"
  | "header-became-optional"
  | "header-deprecated"
  | "header-reactivated"
  | "header-style-changed"
  | "header-content-changed"
  | "header-schema-added"
  | "header-schema-removed";

function bodyRule(area: Rule["area"], title: string, explanation: string): Rule {
  return { area, title, explanation };
}

const limit = "`x-max-bytes` is the length in bytes of the longest body that the server accepts.";
const negotiated =
  "For a response, the client chooses one of the media types. In a request, the client sends one " +
  "of the media types.";

const bodyRulesOfRequests = {
  "required-request-body-added": bodyRule(
    "request-body",
    "A required request body was added",
    "Existing clients send no body, so the server rejects their requests.",
  ),
  "optional-request-body-added": bodyRule(
    "request-body",
    "An optional request body was added",
    "Existing clients send no body, which is still valid.",
  ),
  "request-body-removed": bodyRule(
    "request-body",
    "A request body was removed",
    "The server ignores or rejects the bodies that existing clients send.",
  ),
  "request-body-became-required": bodyRule(
    "request-body",
    "A request body became required",
    "The server now rejects requests without a body, which were valid.",
  ),
  "request-body-became-optional": bodyRule(
    "request-body",
    "A request body became optional",
    "Requests with a body are still valid.",
  ),
  "max-bytes-set": bodyRule("request-body", "The length of a body was limited", limit),
  "max-bytes-unset": bodyRule("request-body", "The length of a body is no longer limited", limit),
  "max-bytes-increased": bodyRule("request-body", "A body may be longer", limit),
  "max-bytes-decreased": bodyRule("request-body", "A body must be shorter", limit),
} as const;

const bodyRulesOfContent = {
  "media-type-added": bodyRule("response", "A media type was added", negotiated),
  "media-type-removed": bodyRule("response", "A media type was removed", negotiated),
  "media-type-generalized": bodyRule(
    "response",
    "A media type became a range",
    `${negotiated} A range (\`application/*\`) includes more types, so more types may be sent and ` +
      "received.",
  ),
  "media-type-specialized": bodyRule(
    "response",
    "A range became one media type",
    `${negotiated} A single type is narrower than its range, so fewer types may be sent and ` +
      "received.",
  ),
  "media-type-changed": bodyRule(
    "response",
    "The parameters of a media type changed",
    "`charset` does not matter. Any other parameter may change how a body must be read.",
  ),
  "media-type-schema-added": bodyRule(
    "response",
    "A media type got a schema",
    "Any body was valid before. The server may now reject requests.",
  ),
  "media-type-schema-removed": bodyRule(
    "response",
    "A media type lost its schema",
    "Any body is valid now, so clients no longer know what a response contains.",
  ),
  "encoding-changed": bodyRule(
    "request-body",
    "The encoding of a part of a form changed",
    "The parts of a form are now encoded in a different way.",
  ),
} as const;

const bodyRulesOfResponses = {
  "success-status-added": bodyRule(
    "response",
    "A success status was added",
    "A client that does not know the status treats it like the others of its class (2xx).",
  ),
  "success-status-removed": bodyRule(
    "response",
    "A success status was removed",
    "Clients that expect this status do not know which status they get instead.",
  ),
  "error-status-added": bodyRule(
    "response",
    "An error status was added",
    "Clients must expect errors that are not listed.",
  ),
  "error-status-removed": bodyRule(
    "response",
    "An error status was removed",
    "Clients that handle this error still work; the server no longer sends it.",
  ),
} as const;

const bodyRulesOfHeaders = {
  "header-added": bodyRule(
    "header",
    "A response header was added",
    "Clients ignore unknown headers.",
  ),
  "required-header-removed": bodyRule(
    "header",
    "A required response header was removed",
    "Clients that rely on the header fail.",
  ),
  "optional-header-removed": bodyRule(
    "header",
    "An optional response header was removed",
    "Clients cannot rely on an optional header. But code that reads it by its generated name no " +
      "longer compiles.",
  ),
  "header-became-required": bodyRule(
    "header",
    "A response header became required",
    "Responses now always have the header. Clients already handle it.",
  ),
  "header-became-optional": bodyRule(
    "header",
    "A response header became optional",
    "Clients that rely on the header fail when it is missing.",
  ),
  "header-deprecated": bodyRule(
    "header",
    "A response header was deprecated",
    "The header is still sent. Say in its description what to read instead.",
  ),
  "header-reactivated": bodyRule(
    "header",
    "A response header is no longer deprecated",
    "Existing clients keep working.",
  ),
  "header-style-changed": bodyRule(
    "header",
    "The format of a response header changed",
    "`explode` says how objects are written. Existing clients read the old format.",
  ),
  "header-content-changed": bodyRule(
    "header",
    "The media type of a response header changed",
    "Values have a new format. Existing clients read the old one.",
  ),
  "header-schema-added": bodyRule(
    "header",
    "A response header got a schema",
    "Any value was valid before.",
  ),
  "header-schema-removed": bodyRule(
    "header",
    "A response header lost its schema",
    "Any value is valid now.",
  ),
} as const;

/** The rules about bodies, responses and their headers in OpenAPI documents. */
export const bodyRules: Readonly<Record<BodyRuleId, Rule>> = {
  ...bodyRulesOfRequests,
  ...bodyRulesOfContent,
  ...bodyRulesOfResponses,
  ...bodyRulesOfHeaders,
};
