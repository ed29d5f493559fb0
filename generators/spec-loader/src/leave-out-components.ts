// Removes unused components from a document, so that faults in them do not stop the loading.

import type { Source } from "./diagnostics/diagnostic.ts";
import { joinPointer } from "./json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "./json/json-value.ts";
import { addEdits, createEditTree } from "./repair/edit-tree.ts";
import { editFile } from "./repair/repair-files.ts";
import type { FileStore, LoadedFile } from "./text/file-store.ts";

/** A component of the entry file, and the texts that connect it with other components. */
interface Component {
  readonly source: Source;
  /** The texts by which references find this component: its name, and the identifiers inside it. */
  readonly names: ReadonlySet<string>;
  /** The texts that may be references to other components. */
  readonly mentions: ReadonlySet<string>;
  /** The names of the schemas in its `allOf`. */
  readonly bases: ReadonlySet<string>;
  readonly hasDiscriminator: boolean;
}

/**
 * Removes the components of the entry file that no other part of the document uses. Any text that contains
 * the name of a component counts as a use, because the loader may repair a broken reference later. All
 * security schemes stay, because security requirements name them without a reference.
 */
export function leaveOutComponents(
  entry: LoadedFile,
  files: ReadonlyMap<string, LoadedFile>,
  store: FileStore,
): void {
  const { root, file } = entry.spec;
  const sections = isJsonObject(root) ? memberOf(root, "components") : undefined;
  if (!isJsonObject(root) || !isJsonObject(sections)) return;
  const components = Object.keys(sections).flatMap((section) => {
    const all = memberOf(sections, section);
    if (section === "securitySchemes" || !isJsonObject(all)) return [];
    return Object.keys(all).map((name) =>
      readComponent(
        { file, pointer: joinPointer("/components", section, name) },
        name,
        memberOf(all, name),
      ),
    );
  });
  const { components: _, ...rest } = root;
  const others = [...files.values()].filter(({ spec }) => spec.file !== file);
  const start = [
    rest,
    memberOf(sections, "securitySchemes"),
    ...others.map(({ spec }) => spec.root),
  ];
  const used = usedComponents(components, new Set(start.flatMap((value) => textsIn(value).texts)));
  const tree = createEditTree();
  for (const component of components) {
    if (!used.has(component)) addEdits(tree, [{ do: "remove", source: component.source }]);
  }
  store.replace(editFile(entry, tree));
}

function usedComponents(
  components: readonly Component[],
  mentioned: ReadonlySet<string>,
): ReadonlySet<Component> {
  const byName = listBy(components, ({ names }) => names);
  const byBase = listBy(components, ({ bases }) => bases);
  const used = new Set<Component>();
  /** Used schemas whose child schemas are used too, because a discriminator may select a child. */
  const extended = new Set<Component>();
  const left = [...mentioned].flatMap((text) => byName.get(text) ?? []);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const isExtended = next.hasDiscriminator || [...next.bases].some((base) => isExtending(base));
    if (used.has(next) && (!isExtended || extended.has(next))) continue;
    used.add(next);
    for (const text of next.mentions) left.push(...(byName.get(text) ?? []));
    if (!isExtended) continue;
    extended.add(next);
    for (const name of next.names) left.push(...(byBase.get(name) ?? []));
  }
  return used;

  function isExtending(base: string): boolean {
    return byName.get(base)?.some((component) => extended.has(component)) === true;
  }
}

function listBy(
  components: readonly Component[],
  keysOf: (component: Component) => Iterable<string>,
): ReadonlyMap<string, readonly Component[]> {
  const lists = new Map<string, Component[]>();
  for (const component of components) {
    for (const key of keysOf(component)) {
      lists.set(key, [...(lists.get(key) ?? []), component]);
    }
  }
  return lists;
}

function readComponent(source: Source, name: string, value: JsonValue | undefined): Component {
  const { texts, identifiers, hasDiscriminator } = textsIn(value);
  const parts = isJsonObject(value) ? memberOf(value, "allOf") : undefined;
  const bases = isJsonArray(parts) ? parts.filter(isJsonObject) : [];
  return {
    source,
    names: new Set([name, ...identifiers]),
    mentions: new Set(texts),
    bases: new Set(bases.flatMap((part) => splitReference(memberOf(part, "$ref")))),
    hasDiscriminator,
  };
}

/** Splits all strings in a value at `/` and `#`, and collects the pieces. */
function textsIn(value: JsonValue | undefined): {
  readonly texts: readonly string[];
  readonly identifiers: readonly string[];
  readonly hasDiscriminator: boolean;
} {
  const texts: string[] = [];
  const identifiers: string[] = [];
  let hasDiscriminator = false;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (isJsonArray(next)) for (const item of next) left.push(item);
    else if (isJsonObject(next)) {
      for (const key of Object.keys(next)) {
        const member = memberOf(next, key);
        left.push(member);
        if (key === "discriminator") hasDiscriminator = true;
        if (/^\$(?:id|anchor|dynamicAnchor)$/.test(key))
          identifiers.push(...splitReference(member));
      }
    } else for (const piece of splitReference(next)) texts.push(piece);
  }
  return { texts, identifiers, hasDiscriminator };
}

/**
 * Splits a string at `/` and `#`, as if it were a reference. A sentence rarely has a piece that is the name
 * of a component.
 */
function splitReference(value: JsonValue | undefined): readonly string[] {
  if (typeof value !== "string") return [];
  return value
    .split(/[/#]/)
    .filter((piece) => piece !== "")
    .map((piece) => decodeFragment(piece).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decodeFragment(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
