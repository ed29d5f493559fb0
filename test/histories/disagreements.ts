// The operations about which the tools disagree: which tool is right, and why.

import type { Verdict } from "./judge.ts";

const ofOasdiff: readonly Verdict[] = [
  {
    ...{ peer: "oasdiff", reporter: "ours", rule: "property-removed", right: "both" },
    why: "An optional property left a response. Its absence was always valid, but a client that reads it gets it no more.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "request-parameter-type-changed" },
    message: /`format` was changed from `none` to `int64`/,
    right: "ours",
    why: "An integer of a parameter got `format: int64`. No id that a client sends is beyond 64 bits.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-constraint-changed" },
    message: /`format` was set to 'int64'/,
    right: "ours",
    why: "An integer of a parameter got `format: int64`. No id that a client sends is beyond 64 bits.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "api-security-removed", right: "ours" },
    why: "Only the name of the scheme changed, from `ApiKeyAuth` to `project_id`. Both stand for the same key in the header `project_id`.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "response-property-list-of-types-widened" },
    right: "both",
    why: "`nullable: true` without `type` became the alternative `null`. OpenAPI 3.0.3 says that such a `nullable` does nothing, but the authors of the base meant the same by it.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "response-required-property-removed" },
    right: "ours",
    why: "The items are now `allOf` of the same schema and an object with one optional property. Every property is still there and still required.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "response-property-type-changed" },
    message: /`repositories\/items`/,
    right: "ours",
    why: "The items are now `allOf` of the same object and another object, so that they are still objects.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "response-property-type-changed" },
    message: /`budgets\/items\/budget_type`/,
    right: "ours",
    why: "The enum of two strings became `oneOf` of two enums with one of these strings each, which accepts the same values.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "response-property-one-of-added" },
    pair: "github 22",
    right: "ours",
    why: "The enum of two strings became `oneOf` of two enums with one of these strings each, which accepts the same values.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "response-property-enum-value-added" },
    message: /`items\/payload\/oneOf/,
    right: "both",
    why: "The alternative `PublicEvent` accepts any object, so that the payload was valid before. But a reader that takes it for an `IssuesEvent` meets the value `multi_select`, which is new.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "request-body-one-of-removed", right: "ours" },
    why: "A list of strings and a list of objects became one list of both, which accepts each of the old lists.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "request-property-pattern-changed" },
    right: "ours",
    why: "The base accepts 40 hexadecimal digits. The new pattern accepts these, and 64 digits as well.",
  },
  {
    ...{ peer: "oasdiff", reporter: "theirs", rule: "response-body-any-of-added", right: "ours" },
    why: "`anyOf` has the same two lists as before. Only `repository`, which both of them reach, has new optional properties.",
  },
  {
    ...{ peer: "oasdiff", reporter: "ours", rule: "server-removed", right: "ours" },
    why: "The server of the test network was removed, so that its clients have no address. oasdiff does not compare servers.",
  },
  {
    ...{ peer: "oasdiff", reporter: "ours", rule: "server-url-changed", right: "ours" },
    why: "The base names a host and a path, and the revision has no `servers`, which means `/`. oasdiff does not compare servers.",
  },
  {
    ...{ peer: "oasdiff", reporter: "ours", rule: "property-added", right: "both" },
    why: "The base says `additionalProperties: false` about the response, so that a strict reader refuses the new property. Most readers ignore it.",
  },
  {
    ...{ peer: "oasdiff", reporter: "ours", rule: "type-changed", right: "ours" },
    why: "The parameter `filter` was a list of strings and is now an object. oasdiff does not compare `schema` with `content`.",
  },
  {
    ...{ peer: "oasdiff", reporter: "ours", rule: "parameter-content-changed", right: "ours" },
    why: "The parameter `filter` was written as a form and is now JSON. oasdiff does not compare `schema` with `content`.",
  },
  {
    ...{ peer: "oasdiff", reporter: "ours", rule: "operation-removed", right: "both" },
    message: /It was deprecated\.$/,
    why: "The operation was deprecated without a date. Its clients get an error now, but they were warned.",
  },
  {
    ...{ peer: "oasdiff", reporter: "ours", rule: "enum-value-added", right: "ours" },
    why: 'The address has a `postcode_type`, whose enum has the new value `""`. oasdiff reports nothing in it, as `oneOf` of one schema became a `$ref` to that schema.',
  },
];

const redoclyOnly: readonly Verdict[] = [
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-combinator-changed" },
    pair: "blockfrost 0.1.54",
    right: "ours",
    why: "An alternative got `additionalProperties: true`, which is the default. It accepts the same objects.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-combinator-changed" },
    pair: "blockfrost 0.1.60",
    right: "both",
    why: "`nullable: true` without `type` became the alternative `null`. OpenAPI 3.0.3 says that such a `nullable` does nothing, but the authors of the base meant the same by it.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-combinator-changed" },
    pair: "dialogporten",
    right: "ours",
    why: "The enums have new names and the same values.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-combinator-changed" },
    pair: "github 22",
    right: "ours",
    why: "A list of strings and a list of objects became one list of both, which accepts each of the old lists.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "security-requirement-changed" },
    right: "ours",
    why: "Only the name of the scheme changed, from `ApiKeyAuth` to `project_id`. Both stand for the same key in the header `project_id`.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "security-scheme-changed" },
    pair: "blockfrost",
    right: "ours",
    why: "Only the name of the scheme changed, from `ApiKeyAuth` to `project_id`. Both stand for the same key in the header `project_id`.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "security-scheme-changed" },
    pair: "dialogporten",
    right: "ours",
    why: "`Bearer` became `bearer`. The case of the names of HTTP schemes does not matter.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "operation-id-changed", right: "both" },
    why: "No request and no response changes. Generated functions get other names, which ours reports as a break of code.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "parameter-removed" },
    pair: "dialogporten",
    right: "ours",
    why: "Both documents have the parameters `conditionType` and `activityType`.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "parameter-removed" },
    pair: "ideal-postcodes",
    right: "ours",
    why: "The parameter was written in place and is now a `$ref` to the same parameter.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "parameter-became-required" },
    pair: "ideal-postcodes",
    right: "ours",
    why: "The parameter was required before. It was written in place and is now a `$ref` to the same parameter.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "property-removed" },
    pair: "github 22",
    operations: ["document"],
    right: "both",
    why: "Only `x-webhooks` reaches the schemas, which OpenAPI 3.0 does not know. Ours reports the optional property `team_discussions` as a potential break of code.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "property-removed" },
    message: /^All properties were removed\. .*\/repositories\/items/,
    right: "ours",
    why: "The items are now `allOf` of the same schema and an object with one optional property. Every property is still there.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "property-removed" },
    message: /^Property `code` of `basic-error`/,
    right: "ours",
    why: "The body of 503 is compared with that of 500, which is another response and new.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "required-properties-removed" },
    pair: "github 22",
    operations: ["document"],
    right: "both",
    why: "Only `x-webhooks` reaches the schemas, which OpenAPI 3.0 does not know. Ours reports the break of code only.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "required-properties-removed" },
    message: /\/repositories\/items\)$/,
    right: "ours",
    why: "The items are now `allOf` of the same schema and an object with one optional property. Every property is still required.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-type-changed" },
    pair: "figma",
    right: "ours",
    why: "The parameter was a number and is now any string. The text of each number is still valid.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-type-changed" },
    pair: "github 22",
    operations: ["document"],
    right: "both",
    why: "Only `x-webhooks` reaches the schema, which OpenAPI 3.0 does not know. Ours reports the break of code only.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-type-changed" },
    message: /\/repositories\/items\)$/,
    right: "ours",
    why: "The items are now `allOf` of the same object and another object, so that they are still objects.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "schema-type-changed" },
    message: /^Type of `budget_type`/,
    right: "ours",
    why: "The enum of two strings became `oneOf` of two enums with one of these strings each, which accepts the same values.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "enum-values-added" },
    message: /^Enum of `budget_type`/,
    right: "ours",
    why: "The enum of two strings became `oneOf` of two enums with one of these strings each, which accepts the same values.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "enum-values-added" },
    pair: "github 22",
    operations: ["document"],
    right: "both",
    why: "Only `x-webhooks` reaches the schemas, which OpenAPI 3.0 does not know. Ours reports the break of code only.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "enum-values-added" },
    message: /^Enum of `data_type`/,
    right: "both",
    why: "The alternative `PublicEvent` accepts any object, so that the payload was valid before. But a reader that takes it for an `IssuesEvent` meets the value `multi_select`, which is new.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "media-type-removed", right: "ours" },
    why: "The base writes a `$ref` to a response where a schema is expected. The revision refers to the response itself, whose body has the same media type.",
  },
  {
    ...{ peer: "redocly", reporter: "theirs", rule: "response-removed", right: "ours" },
    why: "The error 500 is listed in place of 503. Clients must expect errors that are not listed, and none depends on one that no longer comes.",
  },
];

const notRedocly: readonly Verdict[] = [
  {
    ...{ peer: "redocly", reporter: "ours", rule: "required-request-body-added", right: "ours" },
    why: "The base has no request body, and the revision requires one. Redocly reports only a body that was optional.",
  },
  {
    ...{ peer: "redocly", reporter: "ours", rule: "property-added", right: "both" },
    why: "The base says `additionalProperties: false` about the response, so that a strict reader refuses the new property. Most readers ignore it.",
  },
  {
    ...{ peer: "redocly", reporter: "ours", rule: "type-changed", right: "ours" },
    why: "The parameter `filter` was a list of strings and is now an object. Redocly does not compare `schema` with `content`.",
  },
  {
    ...{ peer: "redocly", reporter: "ours", rule: "parameter-content-changed", right: "ours" },
    why: "The parameter `filter` was written as a form and is now JSON. Redocly does not compare `schema` with `content`.",
  },
  {
    ...{ peer: "redocly", reporter: "ours", rule: "property-removed", right: "both" },
    why: "Requests may still have the optional property, but the server no longer does what it stands for. Ours calls that a potential break.",
  },
  {
    ...{ peer: "redocly", reporter: "ours", rule: "oauth-token-url-changed", right: "ours" },
    why: "The revision has other URLs for tokens. Clients of the base ask at a URL that is no longer listed. Redocly does not compare the URLs of flows.",
  },
];

/** Each verdict covers at least one disagreement. */
export const verdicts: readonly Verdict[] = [...ofOasdiff, ...redoclyOnly, ...notRedocly];
