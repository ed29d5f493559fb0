import type { Rule } from "./rule.ts";

/** The id of a rule about operations of OpenAPI documents, including webhooks and callbacks. */
export type OperationRuleId =
  | "operation-added"
  | "operation-removed"
  | "operation-id-added"
  | "operation-id-removed"
  | "operation-id-changed"
  | "operation-tag-added"
  | "operation-tag-removed"
  | "operation-deprecated"
  | "operation-reactivated"
  | "pagination-added"
  | "pagination-removed"
  | "pagination-changed"
  | "webhook-added"
  | "webhook-removed"
  | "callback-added"
  | "callback-removed"
  | "link-added"
  | "link-removed"
  | "link-changed"
  | LifecycleRuleId;

/** The id of a rule about deprecation, sunset dates and stability levels. */
export type LifecycleRuleId =
  | "sunset-missing"
  | "sunset-invalid"
  | "sunset-too-early"
  | "sunset-added"
  | "sunset-removed"
  | "sunset-moved-earlier"
  | "sunset-moved-later"
  | "stability-increased"
  | "stability-decreased"
  | "stability-invalid";

function operationRule(title: string, explanation: string): Rule {
  return { area: "operation", title, explanation };
}

const generatedName =
  "Nothing changes on the wire, but generated code names the method after `operationId`, so code " +
  "that calls it by its old name no longer compiles.";
const pages =
  "`x-pagination` says how to get the next page of a list. Generated clients use it to read all " +
  "pages.";
const promise = "A deprecated part is promised to work until the date in `x-sunset` (RFC 8594). ";

/** The rules about operations of OpenAPI documents, including webhooks and callbacks. */
export const operationRules: Readonly<Record<OperationRuleId, Rule>> = {
  "operation-added": operationRule(
    "An operation was added",
    "No client calls it yet. But it may take over calls of another operation: servers prefer a " +
      "path without a template, so `GET /users/me` answers requests that `GET /users/{id}` answered " +
      "with the id `me`. Where the parameter accepts the value, the change is potentially breaking.",
  ),
  "operation-removed": operationRule(
    "An operation was removed",
    "Clients that call it get an error. Deprecate an operation first with a date (`x-sunset`), and " +
      "remove it on that date or later. The removal then does not count as breaking.",
  ),
  "operation-id-added": operationRule("An `operationId` was added", generatedName),
  "operation-id-removed": operationRule("An `operationId` was removed", generatedName),
  "operation-id-changed": operationRule("An `operationId` changed", generatedName),
  "operation-tag-added": operationRule(
    "An operation got a tag",
    "Tags group operations in the documentation.",
  ),
  "operation-tag-removed": operationRule(
    "An operation lost a tag",
    "Tags group operations in the documentation.",
  ),
  "operation-deprecated": operationRule(
    "An operation was deprecated",
    "The operation still works. Say in its description what to use instead, and in `x-sunset` how " +
      "long it is kept.",
  ),
  "operation-reactivated": operationRule(
    "An operation is no longer deprecated",
    "Existing clients keep working.",
  ),
  "pagination-added": operationRule(
    "`x-pagination` was added",
    `${pages} Existing clients keep working: requests and responses stay the same.`,
  ),
  "pagination-removed": operationRule(
    "`x-pagination` was removed",
    `${pages} Without it, code that calls \`listItems\` with the operation no longer compiles.`,
  ),
  "pagination-changed": operationRule(
    "`x-pagination` changed",
    `${pages} Existing clients still use the old rules: if the server no longer follows them, ` +
      "clients miss pages or items. Keep the old parameter and members for a while.",
  ),
  "webhook-added": operationRule(
    "A webhook was added",
    "Existing clients do not subscribe to it, or ignore it.",
  ),
  "webhook-removed": operationRule(
    "A webhook was removed",
    "Clients that wait for its requests get none.",
  ),
  "callback-added": operationRule(
    "A callback was added",
    "Existing clients do not ask for it, or ignore it.",
  ),
  "callback-removed": operationRule(
    "A callback was removed",
    "Clients that wait for its requests get none.",
  ),
  "link-added": operationRule("A link was added", "Existing clients ignore it."),
  "link-removed": operationRule(
    "A link was removed",
    "The operations do not change. But generated code that follows the link no longer compiles.",
  ),
  "link-changed": operationRule(
    "A link changed",
    "The operations do not change. But generated code that follows the link may call another " +
      "operation or send other values.",
  ),
  "sunset-missing": operationRule(
    "Something was deprecated without a date",
    `${promise}This comparison requires a date for every deprecation.`,
  ),
  "sunset-invalid": operationRule(
    "The date of `x-sunset` is invalid",
    `${promise}Write it as \`2027-12-31\`.`,
  ),
  "sunset-too-early": operationRule(
    "The sunset date of a deprecation is too early",
    `${promise}Clients need time to move. This comparison requires a minimum number of days.`,
  ),
  "sunset-added": operationRule(
    "A sunset date was added",
    `${promise}There was no end date before.`,
  ),
  "sunset-removed": operationRule(
    "A sunset date was removed",
    `${promise}Without a date, clients do not know how long they can rely on it.`,
  ),
  "sunset-moved-earlier": operationRule(
    "A sunset date was moved earlier",
    `${promise}Clients that planned for the old date may be too late.`,
  ),
  "sunset-moved-later": operationRule(
    "A sunset date was moved later",
    `${promise}Clients have more time.`,
  ),
  "stability-increased": operationRule(
    "`x-stability-level` went up",
    "Existing clients keep working.",
  ),
  "stability-decreased": operationRule(
    "`x-stability-level` went down",
    "Clients rely on a part that was stable and may now change.",
  ),
  "stability-invalid": operationRule(
    "`x-stability-level` is invalid",
    "The levels are `draft`, `alpha`, `beta` and `stable`.",
  ),
};
