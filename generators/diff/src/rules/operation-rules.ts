import type { Rule } from "./rule.ts";

/** The id of a rule about operations of OpenAPI documents, webhooks and callbacks included. */
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

/** The id of a rule about how long something stays and how stable it is. */
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

function rule(title: string, explanation: string): Rule {
  return { area: "operation", title, explanation };
}

const generatedName =
  "What is sent stays the same, but generated code names the method after `operationId`, so that " +
  "code that calls it by its old name no longer compiles.";
const pages =
  "`x-pagination` says how the pages of a list follow one another, and generated clients go through " +
  "them by it.";
const promise =
  "`x-sunset` is the day until which a deprecated thing is promised to work (RFC 8594). ";

/** The rules about operations of OpenAPI documents, webhooks and callbacks included. */
export const operationRules: Readonly<Record<OperationRuleId, Rule>> = {
  "operation-added": rule(
    "An operation was added",
    "No client calls it yet. It may break calls of another operation: a server prefers the path " +
      "without a template, so that `GET /users/me` answers what `GET /users/{id}` answered for the " +
      "id `me`. Where the parameter accepts the value, the change is potentially breaking.",
  ),
  "operation-removed": rule(
    "An operation was removed",
    "Whoever calls it gets an error. Deprecate it first with a date (`x-sunset`), and remove it " +
      "on that date or later: then it is a deprecation, which breaks nobody who was told.",
  ),
  "operation-id-added": rule("An `operationId` was added", generatedName),
  "operation-id-removed": rule("An `operationId` was removed", generatedName),
  "operation-id-changed": rule("An `operationId` changed", generatedName),
  "operation-tag-added": rule(
    "An operation got a tag",
    "Tags group operations in the documentation.",
  ),
  "operation-tag-removed": rule(
    "An operation lost a tag",
    "Tags group operations in the documentation.",
  ),
  "operation-deprecated": rule(
    "An operation was deprecated",
    "It still works. Say in the description what to use instead, and in `x-sunset` until when it is " +
      "kept.",
  ),
  "operation-reactivated": rule("An operation is no longer deprecated", "It breaks nobody."),
  "pagination-added": rule(
    "`x-pagination` was added",
    `${pages} Nobody breaks: requests and answers stay the same.`,
  ),
  "pagination-removed": rule(
    "`x-pagination` was removed",
    `${pages} Without it, code that calls \`listItems\` with the operation no longer compiles.`,
  ),
  "pagination-changed": rule(
    "`x-pagination` changed",
    `${pages} Clients that were generated before go on as they did: if the server no longer answers ` +
      "as they expect, they miss pages or items. Keep the former parameter and members for a while.",
  ),
  "webhook-added": rule(
    "A webhook was added",
    "A client that does not know it does not subscribe to it, or ignores it.",
  ),
  "webhook-removed": rule(
    "A webhook was removed",
    "A client that waits for its requests gets none.",
  ),
  "callback-added": rule(
    "A callback was added",
    "A client that does not know it does not ask for it, or ignores it.",
  ),
  "callback-removed": rule(
    "A callback was removed",
    "A client that waits for its requests gets none.",
  ),
  "link-added": rule("A link was added", "A client that does not know it ignores it."),
  "link-removed": rule(
    "A link was removed",
    "The operations stay as they are. But generated code that follows the link no longer compiles.",
  ),
  "link-changed": rule(
    "A link changed",
    "The operations stay as they are. But generated code that follows the link may do something else.",
  ),
  "sunset-missing": rule(
    "Something was deprecated without a date",
    `${promise}The comparison was told to demand one.`,
  ),
  "sunset-invalid": rule(
    "The date of `x-sunset` cannot be read",
    `${promise}Write it as \`2027-12-31\`.`,
  ),
  "sunset-too-early": rule(
    "Something was deprecated with too early a date",
    `${promise}Clients need time: the comparison was told how many days at least.`,
  ),
  "sunset-added": rule("A deprecated thing got a date", `${promise}Before, there was no end.`),
  "sunset-removed": rule(
    "The date of a deprecated thing was removed",
    `${promise}Without it, clients no longer know how long they can rely on it.`,
  ),
  "sunset-moved-earlier": rule(
    "The date of a deprecated thing was moved to an earlier day",
    `${promise}Clients that planned for the old day are too late.`,
  ),
  "sunset-moved-later": rule(
    "The date of a deprecated thing was moved to a later day",
    `${promise}Clients have more time.`,
  ),
  "stability-increased": rule("`x-stability-level` went up", "It breaks nobody."),
  "stability-decreased": rule(
    "`x-stability-level` went down",
    "Clients that rely on a stable part are told now that it may change.",
  ),
  "stability-invalid": rule(
    "`x-stability-level` is none of the levels",
    "The levels are `draft`, `alpha`, `beta` and `stable`.",
  ),
};
