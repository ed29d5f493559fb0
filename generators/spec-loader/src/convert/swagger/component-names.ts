import type { Converter } from "../converter.ts";
import { membersAt, type Place } from "../part.ts";

/** Names that OpenAPI 3 allows for components. */
const ALLOWED = /^[\w.-]+$/;

/**
 * Maps the names in a section to valid component names. Replaces characters that OpenAPI 3 does not allow
 * by underscores, and reports the renamed components.
 */
export function componentNames(
  { report }: Pick<Converter, "report">,
  section: Place | undefined,
): ReadonlyMap<string, string> {
  const members = section === undefined ? [] : membersAt(section);
  const names = new Map<string, string>();
  const taken = new Set(members.map(([name]) => name).filter((name) => ALLOWED.test(name)));
  for (const [name, place] of members) {
    if (taken.has(name)) {
      names.set(name, name);
      continue;
    }
    const base = name.replaceAll(/[^\w.-]+/g, "_").replace(/^_+|_+$/g, "") || "component";
    let renamed = base;
    for (let count = 2; taken.has(renamed); count += 1) renamed = `${base}_${count}`;
    taken.add(renamed);
    names.set(name, renamed);
    const message = `${JSON.stringify(name)} cannot be the name of a component, and is renamed to ${JSON.stringify(renamed)}`;
    report("CONVERT_RENAMED", place, message);
  }
  return names;
}
