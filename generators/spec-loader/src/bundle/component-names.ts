import type { Source } from "../diagnostics/diagnostic.ts";
import { pointerTokens } from "../json/json-pointer.ts";

/** An object that becomes a component and needs a name. */
export interface UnnamedComponent {
  readonly place: Source;
  readonly section: string;
}

/** Keys that a name leaves out, because they describe only the location of the object. */
const structural: ReadonlySet<string> = new Set([
  "components",
  "schemas",
  "$defs",
  "definitions",
  "properties",
  "payload",
  "schema",
]);

/**
 * Names the components of a section. Tries the key first, then the key with the file name, then with the
 * folders, then the whole path. If two components would get the same name, neither gets it, so that names
 * do not depend on the order of references.
 */
export function nameComponents<Component extends UnnamedComponent>(
  components: readonly Component[],
  taken: ReadonlySet<string>,
): ReadonlyMap<Component, string> {
  const used = new Set(taken);
  const names = new Map<Component, string>();
  let rivals = components;
  for (let level = 0; rivals.length > 0; level += 1) {
    const wanted = new Map<string, Component[]>();
    for (const each of rivals) {
      const name = nameAt(each, level);
      wanted.set(name, [...(wanted.get(name) ?? []), each]);
    }
    const left: Component[] = [];
    for (const [name, claimants] of wanted) {
      const [first] = claimants;
      if (first === undefined || claimants.length > 1 || used.has(name)) left.push(...claimants);
      else {
        names.set(first, name);
        used.add(name);
      }
    }
    rivals = level < lastLevel ? left : [];
    if (level === lastLevel) numberNames(left, used, names);
  }
  return names;
}

const lastLevel = 3;

function nameAt({ place, section }: UnnamedComponent, level: number): string {
  const tokens = pointerTokens(place.pointer) ?? [];
  const isComponent = tokens[0] === "components" && tokens[1] === section && tokens.length === 3;
  const words = isComponent ? tokens.slice(2) : tokens.filter((token) => !structural.has(token));
  const path = place.file.replace(/^[a-z]+:\/\//i, "").replace(/\.(?:json|ya?ml)$/i, "");
  const stem = path.slice(path.lastIndexOf("/") + 1);
  const key = tokens.at(-1) ?? "";
  const isDefinition = tokens.at(-2) === "$defs" || tokens.at(-2) === "definitions";
  if (level === 0) return joinWords(isDefinition ? [key] : words.length === 0 ? [stem] : words);
  if (level === 1) return joinWords([stem, ...words]);
  const folders = path.split("/").filter((part) => part !== ".." && part !== "");
  return joinWords(level === 2 ? [...folders, ...words] : [place.file, ...tokens]);
}

/** Joins words to a name that every version of the specification allows for a component. */
function joinWords(words: readonly string[]): string {
  const name = words.join("_").replace(/[^A-Za-z0-9._-]+/g, "_");
  return name.replace(/^_+(?=.)|(?<=.)_+$/g, "");
}

/** Adds numbers to names that differ only in forbidden characters. */
function numberNames<Component extends UnnamedComponent>(
  components: readonly Component[],
  used: Set<string>,
  names: Map<Component, string>,
): void {
  for (const each of components) {
    const name = nameAt(each, lastLevel);
    let count = 2;
    while (used.has(`${name}_${count}`)) count += 1;
    names.set(each, `${name}_${count}`);
    used.add(`${name}_${count}`);
  }
}
