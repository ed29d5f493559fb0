import { compareCodePoints } from "@specwright/spec-loader";
import type { Declaration, Schema } from "../model/schema.ts";
import { schemaReferences, walkSchemas } from "../model/walk-schemas.ts";
import type { Build } from "../reading/build.ts";
import { type DeclarationDraft, declareTarget } from "../reading/declarations.ts";
import { stronglyConnected } from "../schema/strongly-connected.ts";
import { settleNames } from "./settle-names.ts";

/**
 * Names all declarations and orders them: what a declaration refers to comes before it, unless
 * they refer to each other; otherwise by name.
 * The mapping of a discriminator does not count as a reference: a base schema does not depend on
 * the schemas that extend it.
 */
export function orderDeclarations(build: Build): Declaration[] {
  for (const target of build.schemas.targets) declareTarget(build, target);
  settleNames(build.declarations.values());
  const drafts = [...build.declarations.values()].map(({ draft }) => draft).sort(byName);
  const edges = new Map(drafts.map((draft) => [draft, dependencies(build, draft)]));
  const components = stronglyConnected(drafts, (draft) => edges.get(draft) ?? []);
  for (const [number, members] of components.entries()) {
    members.sort(byName);
    for (const draft of members) {
      draft.component = number;
      draft.recursive = members.length > 1 || (edges.get(draft) ?? []).includes(draft);
    }
  }
  return components.flat();
}

function dependencies(build: Build, draft: DeclarationDraft): DeclarationDraft[] {
  const found = new Set<DeclarationDraft>();
  const add = (schema: Schema): boolean => {
    const claim = build.declarations.get(schema);
    if (claim !== undefined) found.add(claim.draft);
    return claim !== undefined;
  };
  walkSchemas(draft.schema, (schema) => {
    // A named schema inside this one is declared separately.
    if (schema !== draft.schema && add(schema)) return false;
    for (const target of schemaReferences(schema)) add(target);
    return true;
  });
  return [...found].sort(byName);
}

function byName(a: Declaration, b: Declaration): number {
  return compareCodePoints(a.name, b.name);
}
