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

function rule(area: Rule["area"], title: string, explanation: string): Rule {
  return { area, title, explanation };
}

const limit = "`x-max-bytes` is the longest body that the server reads.";
const negotiated =
  "In a response the client chooses among the media types. In a request it sends one of them.";

const bodyRulesOfRequests = {
  "required-request-body-added": rule(
    "request-body",
    "A required request body was added",
    "Clients send none and are refused.",
  ),
  "optional-request-body-added": rule(
    "request-body",
    "An optional request body was added",
    "Clients that do not know it send none.",
  ),
  "request-body-removed": rule(
    "request-body",
    "A request body was removed",
    "What clients send in it has no effect, or is refused.",
  ),
  "request-body-became-required": rule(
    "request-body",
    "A request body became required",
    "Requests without a body, which were valid, are refused.",
  ),
  "request-body-became-optional": rule(
    "request-body",
    "A request body became optional",
    "Requests with a body are valid as before.",
  ),
  "max-bytes-set": rule("request-body", "The length of a body was limited", limit),
  "max-bytes-unset": rule("request-body", "The length of a body is no longer limited", limit),
  "max-bytes-increased": rule("request-body", "A body may be longer", limit),
  "max-bytes-decreased": rule("request-body", "A body must be shorter", limit),
} as const;

const bodyRulesOfContent = {
  "media-type-added": rule("response", "A media type was added", negotiated),
  "media-type-removed": rule("response", "A media type was removed", negotiated),
  "media-type-generalized": rule(
    "response",
    "A media type became a range",
    `${negotiated} A range (\`application/*\`) includes more types: more may be sent, and more may come.`,
  ),
  "media-type-specialized": rule(
    "response",
    "A range became one media type",
    `${negotiated} A single type is less than its range: less may be sent, and less may come.`,
  ),
  "media-type-changed": rule(
    "response",
    "The parameters of a media type changed",
    "`charset` does not matter. Another parameter may change how a body is to be read.",
  ),
  "media-type-schema-added": rule(
    "response",
    "A media type got a schema",
    "Any body was valid before. Requests may be refused now.",
  ),
  "media-type-schema-removed": rule(
    "response",
    "A media type lost its schema",
    "Any body is valid now. Clients no longer know what comes.",
  ),
  "encoding-changed": rule(
    "request-body",
    "The encoding of a part of a form changed",
    "The parts of a form are written in another way.",
  ),
} as const;

const bodyRulesOfResponses = {
  "success-status-added": rule(
    "response",
    "A success status was added",
    "A client that knows the class of a status treats an unknown one like the others of its class.",
  ),
  "success-status-removed": rule(
    "response",
    "A success status was removed",
    "A client waits for it and does not know what comes instead.",
  ),
  "error-status-added": rule(
    "response",
    "An error status was added",
    "Clients must expect errors that are not listed.",
  ),
  "error-status-removed": rule(
    "response",
    "An error status was removed",
    "Clients that handle it do so in vain, which breaks nobody.",
  ),
} as const;

const bodyRulesOfHeaders = {
  "header-added": rule("header", "A response header was added", "Clients ignore unknown headers."),
  "required-header-removed": rule(
    "header",
    "A required response header was removed",
    "A client that relies on it fails.",
  ),
  "optional-header-removed": rule(
    "header",
    "An optional response header was removed",
    "Clients cannot rely on it. But code that reads it by its generated name no longer compiles.",
  ),
  "header-became-required": rule(
    "header",
    "A response header became required",
    "Clients get it always; they had to be ready for it.",
  ),
  "header-became-optional": rule(
    "header",
    "A response header became optional",
    "A client that relies on it fails when it is missing.",
  ),
  "header-deprecated": rule(
    "header",
    "A response header was deprecated",
    "It still comes. Say in the description what to read instead.",
  ),
  "header-reactivated": rule(
    "header",
    "A response header is no longer deprecated",
    "Nobody breaks.",
  ),
  "header-style-changed": rule(
    "header",
    "A response header is written in another way",
    "`explode` says how objects are written. Clients read the old form.",
  ),
  "header-content-changed": rule(
    "header",
    "The media type of a response header changed",
    "Values are written in another way. Clients read the old one.",
  ),
  "header-schema-added": rule("header", "A response header got a schema", "Any value could come."),
  "header-schema-removed": rule(
    "header",
    "A response header lost its schema",
    "Any value may come.",
  ),
} as const;

/** The rules about bodies, responses and their headers in OpenAPI documents. */
export const bodyRules: Readonly<Record<BodyRuleId, Rule>> = {
  ...bodyRulesOfRequests,
  ...bodyRulesOfContent,
  ...bodyRulesOfResponses,
  ...bodyRulesOfHeaders,
};
