import type { SecurityRequirement } from "@specwright/contract";
import type { Effect } from "@specwright/schemas";
import type { ChangeClass } from "../changes/change.ts";
import type { Finding, Places } from "../changes/finding.ts";
import type { SecurityRuleId } from "../rules/security-rules.ts";
import { listText } from "../schemas/text.ts";

/**
 * Compares two lists of alternative requirements by the credentials that they accept. Both lists must use
 * the scheme names of the base. With the option `sender: "provider"`, as for webhooks, the provider sends
 * the credentials and clients check them.
 */
export function compareSecurity(
  places: Places,
  base: readonly SecurityRequirement[],
  revision: readonly SecurityRequirement[],
  { sender = "client" }: SecurityOptions = {},
): readonly Finding[] {
  if (isSameSecurity(base, revision)) return [];
  const lists = {
    places,
    base: requirementAlternatives(base),
    revision: requirementAlternatives(revision),
  };
  const findings = findingsOf(lists);
  return sender === "client" ? findings : findings.map((each) => sentByProvider(lists, each));
}

/** Options of {@link compareSecurity}. */
interface SecurityOptions {
  /** The sender of the credentials. Default `client`. */
  readonly sender?: "client" | "provider";
}

function findingsOf(lists: Lists): readonly Finding[] {
  const removed = lists.base.filter(
    (each) => !lists.revision.some((other) => isEqual(each, other)),
  );
  const added = lists.revision.filter((each) => !lists.base.some((other) => isEqual(each, other)));
  const scopes = removed.flatMap((old) => {
    const revised = added.find((each) => isEqualWithoutScopes(old, each));
    return revised === undefined ? [] : [{ old, revised }];
  });
  const paired = new Set(scopes.flatMap(({ old, revised }) => [old, revised]));
  return [
    ...scopes.flatMap(({ old, revised }) => scopeFindings(lists, old, revised)),
    ...removed.filter((each) => !paired.has(each)).flatMap((each) => removedFinding(lists, each)),
    ...added.filter((each) => !paired.has(each)).flatMap((each) => addedFinding(lists, each)),
  ];
}

/**
 * Changes the class of a finding for credentials that the provider sends. The change is safe if receivers
 * accept everything that the provider may now send.
 */
function sentByProvider({ base, revision }: Lists, found: Finding): Finding {
  const isSafe =
    found.rule === "security-scope-added" ||
    found.rule === "security-became-required" ||
    revision.every((each) => isAccepted(each, base));
  return {
    ...found,
    class: isSafe ? "non-breaking" : "breaking",
    direction: "response",
    why: isSafe
      ? "Existing receivers accept these credentials."
      : "Existing receivers expect other credentials and reject these.",
  };
}

interface Lists {
  readonly places: Places;
  readonly base: readonly SecurityRequirement[];
  readonly revision: readonly SecurityRequirement[];
}

function removedFinding(lists: Lists, old: SecurityRequirement): Finding[] {
  const stays = isAccepted(old, lists.revision);
  if (old.size === 0) {
    // If the base accepts only clients without credentials, the finding about the added requirement already
    // reports this change.
    if (lists.base.length === 1) return [];
    return [
      requirementFinding(lists, "security-became-required", stays, "narrows", [], {
        message: "Credentials are now required; they were optional.",
        why: "The server now rejects clients without credentials.",
      }),
    ];
  }
  return [
    requirementFinding(
      lists,
      "security-removed",
      stays,
      stays ? "widens" : "narrows",
      [requirementText(old)],
      {
        message: `The security requirement ${requirementText(old)} was removed.`,
        why: stays
          ? "Clients with these credentials are still accepted."
          : "The server now rejects clients with these credentials.",
      },
    ),
  ];
}

function addedFinding(lists: Lists, revised: SecurityRequirement): Finding[] {
  if (revised.size === 0) {
    // If the revision accepts only clients without credentials, the finding about the removed requirement
    // already reports this change.
    if (lists.revision.length === 1) return [];
    return [
      requirementFinding(lists, "security-became-optional", true, "widens", [], {
        message: "Credentials are now optional; they were required.",
        why: "Clients with credentials are still accepted.",
      }),
    ];
  }
  const isFirst = lists.base.length === 1 && lists.base[0]?.size === 0;
  const breaks = isFirst && !isAccepted(new Map(), lists.revision);
  return [
    requirementFinding(
      lists,
      "security-added",
      !breaks,
      breaks ? "narrows" : "widens",
      [requirementText(revised)],
      {
        message: `The security requirement ${requirementText(revised)} was added.`,
        why: breaks
          ? "Existing clients send no credentials, so the server now rejects them."
          : "Clients that were accepted are still accepted.",
      },
    ),
  ];
}

function scopeFindings(
  lists: Lists,
  old: SecurityRequirement,
  revised: SecurityRequirement,
): Finding[] {
  const stays = isAccepted(old, lists.revision);
  const kept = lists.revision.filter(
    (each) => each.size > 0 && lists.base.some((other) => isEqual(each, other)),
  );
  const others = kept.length === 0 ? "" : ` ${listText(kept.map(requirementText))} still works.`;
  return [...old].flatMap(([scheme, scopes]) => {
    const after = revised.get(scheme) ?? [];
    const all = after.length > 1 ? "all of " : "";
    const details = ` A token needed ${scopesText(scopes)}. Now it needs ${all}${scopesText(after)}.${others}`;
    const added = after.filter((scope) => !scopes.includes(scope));
    const removed = scopes.filter((scope) => !after.includes(scope));
    return [
      ...added.map((scope) =>
        requirementFinding(
          lists,
          "security-scope-added",
          stays,
          stays ? "equal" : "narrows",
          [scheme, scope],
          {
            message: `The scope \`${scope}\` of \`${scheme}\` is now required.${details}`,
            why: stays
              ? "Another alternative accepts tokens without the scope."
              : "The server now rejects tokens without the scope.",
          },
        ),
      ),
      ...removed.map((scope) =>
        requirementFinding(lists, "security-scope-removed", true, "widens", [scheme, scope], {
          message: `The scope \`${scope}\` of \`${scheme}\` is no longer required.`,
          why: "Tokens with the scope are still accepted.",
        }),
      ),
    ];
  });
}

function scopesText(scopes: readonly string[]): string {
  return scopes.length === 0 ? "no scope" : listText(scopes.map((each) => `\`${each}\``));
}

function requirementFinding(
  { places }: Lists,
  rule: SecurityRuleId,
  isSafe: boolean,
  effect: Effect,
  details: readonly string[],
  texts: Pick<Finding, "message" | "why">,
): Finding {
  const changeClass: ChangeClass = isSafe ? "non-breaking" : "breaking";
  const rest = { surface: "wire", effect, direction: "request" } as const;
  return { rule, class: changeClass, ...rest, details, ...places, ...texts };
}

function isEqual(left: SecurityRequirement, right: SecurityRequirement): boolean {
  return satisfiesRequirement(left, right) && satisfiesRequirement(right, left);
}

function isEqualWithoutScopes(left: SecurityRequirement, right: SecurityRequirement): boolean {
  return left.size === right.size && [...left.keys()].every((scheme) => right.has(scheme));
}

function requirementText(requirement: SecurityRequirement): string {
  const parts = [...requirement].map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(", ")})`,
  );
  return `\`${parts.join(" and ")}\``;
}

/** The meaning of an empty list: `[{}]`, which accepts every client. */
const open: readonly SecurityRequirement[] = [new Map()];

/** Returns the alternatives. An empty list becomes one alternative that requires nothing. */
function requirementAlternatives(
  security: readonly SecurityRequirement[],
): readonly SecurityRequirement[] {
  return security.length === 0 ? open : security;
}

/** Reports whether the credentials for one requirement also satisfy a different requirement. */
function satisfiesRequirement(held: SecurityRequirement, wanted: SecurityRequirement): boolean {
  return [...wanted].every(([scheme, scopes]) => {
    const heldScopes = held.get(scheme);
    return heldScopes !== undefined && scopes.every((scope) => heldScopes.includes(scope));
  });
}

/** Reports whether the credentials for a requirement satisfy at least one alternative in a list. */
function isAccepted(held: SecurityRequirement, security: readonly SecurityRequirement[]): boolean {
  return requirementAlternatives(security).some((wanted) => satisfiesRequirement(held, wanted));
}

/** Reports whether two lists accept the same credentials. */
export function isSameSecurity(
  left: readonly SecurityRequirement[],
  right: readonly SecurityRequirement[],
): boolean {
  return (
    requirementAlternatives(left).every((each) => isAccepted(each, right)) &&
    requirementAlternatives(right).every((each) => isAccepted(each, left))
  );
}

/** Replaces the names of schemes by their names in the base. */
export function renameSchemes(
  security: readonly SecurityRequirement[],
  names: ReadonlyMap<string, string>,
): readonly SecurityRequirement[] {
  if (names.size === 0) return security;
  return security.map(
    (each) => new Map([...each].map(([name, scopes]) => [names.get(name) ?? name, scopes])),
  );
}
