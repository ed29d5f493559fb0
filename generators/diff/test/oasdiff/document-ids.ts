import type { RuleId } from "@specwright/diff";
import { at, ids, none, placeOf, type Sight, type ToTheirIds } from "./sight.ts";

const isOperation = ({ affected }: Sight): boolean => affected?.part === "operation";

const isParameter = ({ affected }: Sight): boolean => / parameter /.test(affected?.part ?? "");

/** Whether the whole path of a removed operation is removed. */
function isPathGone({ change, revision }: Sight): boolean {
  const path = change.subject.name.replace(/^\S+ /, "");
  const blank = (text: string) => text.replaceAll(/\{[^}]*\}/g, "{}");
  return !revision.operations.some((each) => blank(each.path) === blank(path));
}

const operationRemoved: ToTheirIds = (sight) => {
  const { change, base, today } = sight;
  const place = isPathGone(sight) ? "api-path" : "api";
  const operation = base.operations.find(
    ({ method, path }) => `${method.toUpperCase()} ${path}` === change.subject.name,
  );
  if (operation?.deprecated !== true) return [`${place}-removed-without-deprecation`];
  if (change.sunset === undefined) return [`${place}-removed-with-deprecation`];
  if (!/^\d{4}-\d\d-\d\d/.test(change.sunset)) return ["api-path-sunset-parse"];
  return change.sunset.slice(0, 10) > today
    ? [`${place}-removed-before-sunset`]
    : [`${place}-removed-with-deprecation`];
};

const parameterRemoved: ToTheirIds = ({ change, today }) => {
  if (change.sunset === undefined)
    return ["request-parameter-removed", "request-parameter-removed-with-deprecation"];
  if (!/^\d{4}-\d\d-\d\d/.test(change.sunset)) return ["request-parameter-sunset-parse"];
  return change.sunset.slice(0, 10) > today
    ? ["request-parameter-removed-before-sunset"]
    : ["request-parameter-removed-with-deprecation"];
};

const parameterAdded =
  (word: "required" | "optional"): ToTheirIds =>
  ({ change, affected }) => {
    if (/^path /.test(affected?.part ?? "")) return ["new-request-path-parameter"];
    return /^\/paths\/[^/]*\/parameters\//.test(change.revision?.pointer ?? "")
      ? [`new-${word}-request-default-parameter-to-existing-path`]
      : [`new-${word}-request-parameter`];
  };

/** Rules about dates and levels; oasdiff's ids start with their owner. */
const lifecycle =
  (operation: readonly string[], parameter: readonly string[], property: string): ToTheirIds =>
  (sight) => {
    if (isOperation(sight)) return operation;
    if (isParameter(sight)) return parameter;
    return [`${placeOf(sight)}-${property}`];
  };

const security =
  (suffix: string): ToTheirIds =>
  ({ change }) => [`api-${change.subject.kind === "document" ? "global-" : ""}security-${suffix}`];

/** `none` in a request, because oasdiff has no such check. */
const inDirection =
  (request: readonly string[], response: readonly string[]): ToTheirIds =>
  ({ affected }) =>
    affected?.direction === "request" ? request : response;

/** The rows of all rules except those about schemas. */
export const documentIds: ReadonlyMap<RuleId | string, ToTheirIds> = new Map<string, ToTheirIds>([
  ["document-added", none],
  ["document-removed", none],
  ["title-changed", none],
  ["summary-changed", none],
  ["description-changed", none],
  ["license-changed", none],
  ["contact-changed", none],
  ["terms-of-service-changed", none],
  ["external-docs-changed", none],
  ["examples-changed", none],
  ["extension-changed", none],
  ["generated-name-changed", none],
  ["tag-added", none],
  ["tag-removed", none],
  ["server-added", none],
  ["server-removed", none],
  ["server-url-changed", none],
  ["server-renamed", none],
  ["server-variable-added", none],
  ["server-variable-removed", none],
  ["server-variable-default-changed", none],
  ["server-variable-value-added", none],
  ["server-variable-value-removed", none],
  ["security-added", security("added")],
  ["security-removed", security("removed")],
  ["security-became-required", security("removed")],
  ["security-became-optional", security("added")],
  ["security-scope-added", security("scope-added")],
  ["security-scope-removed", security("scope-removed")],
  ["security-scheme-added", ids("api-security-component-added")],
  ["security-scheme-removed", ids("api-security-component-removed")],
  [
    "security-scheme-renamed",
    ids("api-security-component-removed", "api-security-component-added"),
  ],
  ["security-scheme-type-changed", ids("api-security-component-type-changed")],
  ["security-scheme-location-changed", none],
  ["security-scheme-url-changed", none],
  ["bearer-format-changed", none],
  ["server-protocol-version-changed", none],
  ["server-tags-changed", none],
  ["id-changed", none],
  ["tag-changed", none],
  ["oauth-flow-added", none],
  ["oauth-flow-removed", none],
  ["oauth-authorization-url-changed", ids("api-security-component-oauth-url-changed")],
  ["oauth-token-url-changed", ids("api-security-component-oauth-token-url-changed")],
  ["oauth-scope-added", ids("api-security-component-oauth-scope-added")],
  ["oauth-scope-removed", ids("api-security-component-oauth-scope-removed")],
  ["oauth-scope-changed", ids("api-security-component-oauth-scope-changed")],
  ["operation-added", ids("endpoint-added")],
  ["operation-removed", operationRemoved],
  ["operation-id-added", ids("api-operation-id-added")],
  ["operation-id-removed", ids("api-operation-id-removed")],
  ["operation-id-changed", ids("api-operation-id-removed")],
  ["operation-tag-added", ids("api-tag-added")],
  ["operation-tag-removed", ids("api-tag-removed")],
  [
    "operation-deprecated",
    ({ change }) => [
      change.sunset === undefined ? "endpoint-deprecated" : "endpoint-deprecated-with-sunset",
    ],
  ],
  ["operation-reactivated", ids("endpoint-reactivated")],
  ["pagination-added", none],
  ["pagination-removed", none],
  ["pagination-changed", none],
  ["webhook-added", ids("webhook-added")],
  ["webhook-removed", ids("webhook-removed")],
  ["callback-added", none],
  ["callback-removed", none],
  ["link-added", none],
  ["link-removed", none],
  ["link-changed", none],
  [
    "sunset-missing",
    lifecycle(
      ["api-deprecated-sunset-missing"],
      ["request-parameter-deprecated-sunset-missing"],
      "deprecated-sunset-missing",
    ),
  ],
  [
    "sunset-invalid",
    lifecycle(
      ["api-deprecated-sunset-parse", "api-path-sunset-parse"],
      ["request-parameter-sunset-parse"],
      "deprecated-sunset-invalid",
    ),
  ],
  [
    "sunset-too-early",
    lifecycle(
      ["api-sunset-date-too-small"],
      ["request-parameter-sunset-date-too-small"],
      "sunset-date-too-small",
    ),
  ],
  ["sunset-added", none],
  [
    "sunset-removed",
    lifecycle(["sunset-deleted"], ["request-parameter-sunset-deleted"], "sunset-deleted"),
  ],
  [
    "sunset-moved-earlier",
    lifecycle(
      ["api-sunset-date-changed-too-small"],
      ["request-parameter-sunset-date-changed-too-small"],
      "sunset-date-changed-too-small",
    ),
  ],
  ["sunset-moved-later", none],
  ["stability-increased", ids("api-stability-increased")],
  ["stability-decreased", ids("api-stability-decreased")],
  ["stability-invalid", ids("api-invalid-stability-level")],
  ["required-parameter-added", parameterAdded("required")],
  ["optional-parameter-added", parameterAdded("optional")],
  ["parameter-removed", parameterRemoved],
  ["parameter-became-required", ids("request-parameter-became-required")],
  ["parameter-became-optional", ids("request-parameter-became-optional")],
  ["parameter-deprecated", ids("request-parameter-deprecated")],
  ["parameter-reactivated", ids("request-parameter-reactivated")],
  ["parameter-style-changed", none],
  ["parameter-content-changed", none],
  ["parameter-allow-reserved-added", none],
  ["parameter-allow-reserved-removed", none],
  ["parameter-allow-empty-value-added", none],
  ["parameter-allow-empty-value-removed", none],
  ["parameter-schema-added", at("type-changed")],
  ["parameter-schema-removed", at("type-generalized")],
  ["path-parameter-renamed", none],
  ["required-request-body-added", ids("request-body-added-required")],
  ["optional-request-body-added", ids("request-body-added-optional")],
  ["request-body-removed", ids("request-body-removed")],
  ["request-body-became-required", ids("request-body-became-required")],
  ["request-body-became-optional", ids("request-body-became-optional")],
  ["max-bytes-set", none],
  ["max-bytes-unset", none],
  ["max-bytes-increased", none],
  ["max-bytes-decreased", none],
  [
    "media-type-added",
    inDirection(["request-body-media-type-added"], ["response-media-type-added"]),
  ],
  [
    "media-type-removed",
    inDirection(["request-body-media-type-removed"], ["response-media-type-removed"]),
  ],
  ["media-type-generalized", inDirection([], ["response-media-type-name-generalized"])],
  ["media-type-specialized", inDirection([], ["response-media-type-name-specialized"])],
  ["media-type-changed", inDirection([], ["response-media-type-name-changed"])],
  ["media-type-schema-added", at("media-type-schema-added")],
  ["media-type-schema-removed", at("media-type-schema-removed")],
  ["encoding-changed", none],
  ["success-status-added", ids("response-success-status-added")],
  ["success-status-removed", ids("response-success-status-removed")],
  ["error-status-added", ids("response-non-success-status-added")],
  ["error-status-removed", ids("response-non-success-status-removed")],
  ["header-added", ids("response-header-added")],
  ["required-header-removed", ids("required-response-header-removed")],
  ["optional-header-removed", ids("optional-response-header-removed")],
  ["header-became-required", none],
  ["header-became-optional", ids("response-header-became-optional")],
  ["header-deprecated", none],
  ["header-reactivated", none],
  ["header-style-changed", none],
  ["header-content-changed", none],
  ["header-schema-added", none],
  ["header-schema-removed", none],
]);
