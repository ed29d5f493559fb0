import type { SecurityRequirement } from "@specwright/contract";
import type { Effect } from "@specwright/schemas";
import type { ChangeClass } from "../changes/change.ts";
import type { Finding, Places } from "../changes/finding.ts";
import type { SecurityRuleId } from "../rules/security-rules.ts";
import { list } from "../schemas/text.ts";

/**
 * Compares two lists of alternative requirements by the credentials that they let in. The schemes
 * of both must have the names of the base. Where the provider sends the credentials, as in webhooks,
 * it is the receivers that rely on the base.
 */
export function compareSecurity(
  places: Places,
  base: readonly SecurityRequirement[],
  revision: readonly SecurityRequirement[],
  { sender = "client" }: SecurityOptions = {},
): readonly Finding[] {
  if (isSameSecurity(base, revision)) return [];
  const lists = { places, base: alternativesOf(base), revision: alternativesOf(revision) };
  const findings = findingsOf(lists);
  return sender === "client" ? findings : findings.map((each) => sentByProvider(lists, each));
}

/** Options of {@link compareSecurity}. */
interface SecurityOptions {
  /** Who sends the credentials; the client unless given. */
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

/** Judges a finding by whether receivers accept whatever the provider may send now. */
function sentByProvider({ base, revision }: Lists, found: Finding): Finding {
  const isSafe =
    found.rule === "security-scope-added" ||
    found.rule === "security-became-required" ||
    revision.every((each) => isLetIn(each, base));
  return {
    ...found,
    class: isSafe ? "non-breaking" : "breaking",
    direction: "response",
    why: isSafe
      ? "A receiver of the old version accepts what comes."
      : "A receiver of the old version expects other credentials and refuses what comes.",
  };
}

interface Lists {
  readonly places: Places;
  readonly base: readonly SecurityRequirement[];
  readonly revision: readonly SecurityRequirement[];
}

function removedFinding(lists: Lists, old: SecurityRequirement): Finding[] {
  const stays = isLetIn(old, lists.revision);
  if (old.size === 0) {
    // Without another alternative, the requirement that was added says it.
    if (lists.base.length === 1) return [];
    return [
      finding(lists, "security-became-required", stays, "narrows", [], {
        message: "Credentials are required; they were optional.",
        why: "A client of the old version may send none and is refused now.",
      }),
    ];
  }
  return [
    finding(lists, "security-removed", stays, stays ? "widens" : "narrows", [write(old)], {
      message: `The security requirement ${write(old)} was removed.`,
      why: stays
        ? "A client that sends these credentials is let in as before."
        : "A client of the old version sends these credentials and is refused now.",
    }),
  ];
}

function addedFinding(lists: Lists, revised: SecurityRequirement): Finding[] {
  if (revised.size === 0) {
    // Without another alternative, the requirement that was removed says it.
    if (lists.revision.length === 1) return [];
    return [
      finding(lists, "security-became-optional", true, "widens", [], {
        message: "Credentials are optional; they were required.",
        why: "Clients with credentials are let in as before.",
      }),
    ];
  }
  const isFirst = lists.base.length === 1 && lists.base[0]?.size === 0;
  const breaks = isFirst && !isLetIn(new Map(), lists.revision);
  return [
    finding(lists, "security-added", !breaks, breaks ? "narrows" : "widens", [write(revised)], {
      message: `The security requirement ${write(revised)} was added.`,
      why: breaks
        ? "A client of the old version sends no credentials and is refused now."
        : "Clients that were let in before are let in still.",
    }),
  ];
}

function scopeFindings(
  lists: Lists,
  old: SecurityRequirement,
  revised: SecurityRequirement,
): Finding[] {
  const stays = isLetIn(old, lists.revision);
  const kept = lists.revision.filter(
    (each) => each.size > 0 && lists.base.some((other) => isEqual(each, other)),
  );
  const others = kept.length === 0 ? "" : ` ${list(kept.map(write))} still works.`;
  return [...old].flatMap(([scheme, scopes]) => {
    const after = revised.get(scheme) ?? [];
    const all = after.length > 1 ? "all of " : "";
    const told = ` A token needed ${scopesText(scopes)}. Now it needs ${all}${scopesText(after)}.${others}`;
    const added = after.filter((scope) => !scopes.includes(scope));
    const removed = scopes.filter((scope) => !after.includes(scope));
    return [
      ...added.map((scope) =>
        finding(
          lists,
          "security-scope-added",
          stays,
          stays ? "equal" : "narrows",
          [scheme, scope],
          {
            message: `The scope \`${scope}\` of \`${scheme}\` is required; it was not.${told}`,
            why: stays
              ? "Another alternative lets in tokens without the scope."
              : "A client of the old version may have a token without it and is refused now.",
          },
        ),
      ),
      ...removed.map((scope) =>
        finding(lists, "security-scope-removed", true, "widens", [scheme, scope], {
          message: `The scope \`${scope}\` of \`${scheme}\` is no longer required.`,
          why: "Tokens with the scope are let in as before.",
        }),
      ),
    ];
  });
}

function scopesText(scopes: readonly string[]): string {
  return scopes.length === 0 ? "no scope" : list(scopes.map((each) => `\`${each}\``));
}

function finding(
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
  return satisfies(left, right) && satisfies(right, left);
}

function isEqualWithoutScopes(left: SecurityRequirement, right: SecurityRequirement): boolean {
  return left.size === right.size && [...left.keys()].every((scheme) => right.has(scheme));
}

function write(requirement: SecurityRequirement): string {
  const parts = [...requirement].map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(", ")})`,
  );
  return `\`${parts.join(" and ")}\``;
}

/** The alternatives of a list that lets in everybody: an empty list means the same as `[{}]`. */
const open: readonly SecurityRequirement[] = [new Map()];

/** Returns the alternatives, one at least. */
function alternativesOf(security: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return security.length === 0 ? open : security;
}

/** Reports whether credentials for the one alternative satisfy the other. */
function satisfies(held: SecurityRequirement, wanted: SecurityRequirement): boolean {
  return [...wanted].every(([scheme, scopes]) => {
    const heldScopes = held.get(scheme);
    return heldScopes !== undefined && scopes.every((scope) => heldScopes.includes(scope));
  });
}

/** Reports whether credentials for an alternative satisfy one of a list. */
function isLetIn(held: SecurityRequirement, security: readonly SecurityRequirement[]): boolean {
  return alternativesOf(security).some((wanted) => satisfies(held, wanted));
}

/** Reports whether two lists let in the same credentials. */
export function isSameSecurity(
  left: readonly SecurityRequirement[],
  right: readonly SecurityRequirement[],
): boolean {
  return (
    alternativesOf(left).every((each) => isLetIn(each, right)) &&
    alternativesOf(right).every((each) => isLetIn(each, left))
  );
}

/** Replaces the names of schemes by those of the base. */
export function renameSchemes(
  security: readonly SecurityRequirement[],
  names: ReadonlyMap<string, string>,
): readonly SecurityRequirement[] {
  if (names.size === 0) return security;
  return security.map(
    (each) => new Map([...each].map(([name, scopes]) => [names.get(name) ?? name, scopes])),
  );
}
