// Chooses the credentials to send if the document has several lists of alternatives.

import type { CredentialPlace, SecurityDescriptor } from "../codegen/channel-security.ts";
import type { StreamCredentials } from "../codegen/stream-credentials.ts";
import { StreamError } from "../errors/stream-error.ts";

/**
 * Chooses the smallest set of schemes that satisfies an alternative of each list and for which all
 * credentials are given. If several sets are smallest, chooses the set whose alternatives come first.
 *
 * @throws StreamError `unauthorized` if no set qualifies, or if two credentials of every such set need the
 * same place.
 */
export function chooseSchemes(
  security: SecurityDescriptor,
  credentials: StreamCredentials,
  channelId: string,
): readonly string[] {
  let sets: readonly (readonly string[])[] = [[]];
  for (const alternatives of security.lists) {
    const given = alternatives.filter((all) => all.every((id) => Object.hasOwn(credentials, id)));
    if (given.length === 0) {
      const wanted = alternatives.map((all) => all.join(" and ")).join(", or ");
      const names = Object.keys(credentials);
      const found = names.length === 0 ? "" : `, got credentials for ${names.join(", ")}`;
      const message = `the channel needs credentials for ${wanted}${found}`;
      throw new StreamError("unauthorized", message, { channelId });
    }
    sets = distinctSets(sets.flatMap((set) => given.map((all) => [...new Set([...set, ...all])])));
  }
  const possible = sets.filter((set) => findCollision(security, set, credentials) === undefined);
  const candidates = possible.length > 0 ? possible : sets;
  const [best = []] = candidates.toSorted((left, right) => left.length - right.length);
  const clash = findCollision(security, best, credentials);
  if (clash === undefined) return best;
  const message = `the channel needs credentials for ${clash.join(" and ")}, which use the same place in the request`;
  throw new StreamError("unauthorized", message, { channelId });
}

function distinctSets(sets: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [
    ...new Map(sets.toReversed().map((set) => [set.toSorted().join("\n"), set])).values(),
  ].toReversed();
}

/** Returns the first two schemes of a set that conflict, because their credentials need the same place. */
function findCollision(
  { schemes }: SecurityDescriptor,
  set: readonly string[],
  credentials: StreamCredentials,
): readonly [string, string] | undefined {
  const owners = new Map<string, string>();
  for (const id of set) {
    const place = schemes[id] ?? { kind: "other" };
    for (const slot of requestSlots(place)) {
      const owner = owners.get(slot);
      const known = owner === undefined ? undefined : schemes[owner];
      if (owner !== undefined && !servesBoth(known, place, credentials[owner], credentials[id])) {
        return [owner, id];
      }
      owners.set(slot, id);
    }
  }
  return undefined;
}

/**
 * Reports whether two schemes can share one credential. They can if the credential and its place are the
 * same, such as a token for two bearer schemes.
 */
function servesBoth(
  left: CredentialPlace | undefined,
  right: CredentialPlace,
  leftCredential: unknown,
  rightCredential: unknown,
): boolean {
  const isPlace = left?.kind === right.kind && left.name === right.name;
  return isPlace && leftCredential === rightCredential;
}

/** Lists the parts of a request that a credential occupies. */
function requestSlots({ kind, name = "" }: CredentialPlace): readonly string[] {
  const header = name.toLowerCase();
  switch (kind) {
    case "user":
    case "password":
      return [`authorization ${kind}`];
    case "basic":
    case "authorization":
      return ["authorization user", "authorization password"];
    case "header":
      return header === "authorization"
        ? ["authorization user", "authorization password"]
        : [`header ${header}`];
    case "query":
    case "cookie":
      return [`${kind} ${name}`];
    case "other":
      return [];
    default:
      return kind satisfies never;
  }
}
