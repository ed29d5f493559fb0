// Hostile documents that a publisher accepts: invalid names and expressions become valid, everything else
// stays the same.

import { pointerStep } from "../golden/hostile-schema.ts";

/** Returns a copy of a document with valid names of components. */
export function publishableDocument(document: unknown): unknown {
  const { components } = Object(document);
  const references = new Map<string, string>();
  const schemes = new Map<string, string>();
  for (const kind of ["schemas", "securitySchemes"]) {
    for (const [index, name] of Object.keys(Object(Object(components)[kind])).entries()) {
      const valid = `${kind}-${index}`;
      references.set(
        `#/components/${kind}/${pointerStep(name.toWellFormed())}`,
        `#/components/${kind}/${valid}`,
      );
      if (kind === "securitySchemes") schemes.set(name, valid);
    }
  }
  const renamed = rename(document, references, schemes);
  const parts = Object(Object(renamed).components);
  for (const kind of ["schemas", "securitySchemes"]) {
    const members = Object.values(Object(parts[kind]));
    parts[kind] = Object.fromEntries(members.map((each, index) => [`${kind}-${index}`, each]));
  }
  return renamed;
}

function rename(
  value: unknown,
  references: ReadonlyMap<string, string>,
  schemes: ReadonlyMap<string, string>,
): unknown {
  if (typeof value === "string") return references.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => rename(each, references, schemes));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): readonly [string, unknown] => {
    if (name === "location" && typeof member === "string") return [name, "$message.header#/x"];
    if (name === "security" && Array.isArray(member)) {
      const requirements = member.map((each) =>
        Object.fromEntries(
          Object.entries(Object(each)).map(([scheme, scopes]) => [
            schemes.get(scheme) ?? scheme,
            scopes,
          ]),
        ),
      );
      return [name, requirements];
    }
    return [name, rename(member, references, schemes)];
  });
  return Object.fromEntries(entries);
}
