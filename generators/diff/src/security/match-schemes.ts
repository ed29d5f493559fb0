import type { Contract, SecurityScheme } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { canonicalText } from "../changes/canonical-text.ts";

/** The security schemes of two contracts, matched by name or by meaning. */
export interface MatchedSchemes {
  readonly pairs: readonly (readonly [old: SecurityScheme, revised: SecurityScheme])[];
  readonly removed: readonly SecurityScheme[];
  readonly added: readonly SecurityScheme[];
  /** The names in the base of schemes that the revision names otherwise. */
  readonly baseNames: ReadonlyMap<string, string>;
}

/** Matches the schemes by their names, and the others by what a client has to send. */
export function matchSchemes(base: Contract, revision: Contract): MatchedSchemes {
  const before = new Map(base.securitySchemes.map((each) => [each.id, each]));
  const rest = new Set(revision.securitySchemes.filter(({ id }) => !before.has(id)));
  const after = new Map(revision.securitySchemes.map((each) => [each.id, each]));
  const pairs: [SecurityScheme, SecurityScheme][] = [];
  const removed: SecurityScheme[] = [];
  for (const old of base.securitySchemes) {
    const meaning = meaningOf(old);
    const revised = after.get(old.id) ?? [...rest].find((each) => meaningOf(each) === meaning);
    if (revised === undefined) {
      removed.push(old);
    } else {
      rest.delete(revised);
      pairs.push([old, revised]);
    }
  }
  const renamed = pairs.filter(([old, revised]) => old.id !== revised.id);
  const baseNames = new Map(renamed.map(([old, revised]) => [revised.id, old.id]));
  return { pairs, removed, added: [...rest], baseNames };
}

const annotations: ReadonlySet<string> = new Set(["description", "bearerFormat"]);

function meaningOf({ raw }: SecurityScheme): string {
  const fields = Object.entries(raw).filter(
    ([name]) => !annotations.has(name) && !name.startsWith("x-"),
  );
  return canonicalText(Object.fromEntries<JsonValue>(fields));
}
