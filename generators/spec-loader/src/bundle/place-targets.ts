import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import { shapeBelow } from "../grammar/walk.ts";
import { descend, joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, memberOf } from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { KnownReference } from "../walk-specification.ts";
import type { BundleEdits } from "./bundle-edits.ts";
import { nameComponents } from "./component-names.ts";
import { componentSection, isNamedPlace } from "./component-sections.ts";

/** A part of another file that becomes a component. */
export interface BundledComponent {
  readonly section: string;
  readonly name: string;
  readonly place: Source;
}

/** The places of parts of other files in a bundle. */
export interface Placement {
  /** In the order of the first reference to each. */
  readonly components: readonly BundledComponent[];
  /** The references that are replaced by their targets. */
  readonly hosts: readonly KnownReference[];
  /** Returns the pointer of a place in the bundle; `undefined` if the place is left out. */
  readonly pointerOf: (place: Source) => string | undefined;
}

/** A part of another file with all references to it. */
interface Target {
  readonly place: Source;
  readonly kind: string;
  readonly references: KnownReference[];
}

/**
 * Finds a place in the bundle for every part of another file that is referred to. It moves to the
 * place that a reference names, such as `#/components/schemas/Order`. Else it becomes a component.
 */
export function placeTargets(
  specification: Specification,
  document: DocumentType,
  references: readonly KnownReference[],
  edits: BundleEdits,
): Placement {
  const { entry, files } = specification;
  const hosts = new Map<string, KnownReference>();
  const moved: (Target & { readonly section: string })[] = [];
  const placed = new Map<string, Target>();
  for (const target of byDepth(foreignTargets())) {
    const named = target.references.find(
      (reference) => isPure(reference) && isNamed(reference, target.kind),
    );
    if (named === undefined && isCovered(target)) continue;
    placed.set(placeKey(target.place), target);
    const host = named ?? otherHost(target);
    if (host !== undefined) hosts.set(placeKey(target.place), host);
    else moved.push({ ...target, section: componentSection(document, target.kind) });
  }
  const order = new Map(references.map(({ target }, index) => [placeKey(target), -index] as const));
  moved.sort((a, b) => (order.get(placeKey(b.place)) ?? 0) - (order.get(placeKey(a.place)) ?? 0));
  const components = nameMoved();
  const pointers = new Map(
    components.map(({ place, section, name }) => [
      placeKey(place),
      joinPointer("/components", section, name),
    ]),
  );
  return { components, hosts: [...hosts.values()], pointerOf: bundlePointer };

  function foreignTargets(): readonly Target[] {
    const targets = new Map<string, Target>();
    for (const reference of references) {
      const { target: place, shape } = reference;
      if (place.file === entry.file || shape.is !== "node") continue;
      const known = targets.get(placeKey(place));
      if (known !== undefined) known.references.push(reference);
      else targets.set(placeKey(place), { place, kind: shape.kind, references: [reference] });
    }
    return [...targets.values()];
  }

  /** Reports whether a target is inside another target, and so moves with it. */
  function isCovered({ place, kind }: Target): boolean {
    const tokens = pointerTokens(place.pointer) ?? [];
    const root = files.get(place.file)?.root ?? null;
    for (let depth = tokens.length - 1; depth >= 0; depth -= 1) {
      const above = placed.get(placeKey({ file: place.file, pointer: topOf(tokens, depth) }));
      if (above === undefined) continue;
      const { value } = descend(root, tokens.slice(0, depth));
      const rest = tokens.slice(depth);
      const shape = { is: "node", kind: above.kind } as const;
      const reached = shapeBelow(document.grammar, shape, value, rest);
      const inner = reached?.is === "either" ? reached.other : reached;
      if (inner?.is === "node" && inner.kind === kind) return true;
    }
    return false;
  }

  /**
   * Reports whether an object contains nothing but the reference, so that the target can replace
   * it.
   */
  function isPure({ from, replaces }: KnownReference): boolean {
    const value = objectAt(from);
    return replaces && value !== undefined && Object.keys(value).length === 1;
  }

  function isNamed({ from }: KnownReference, kind: string): boolean {
    if (from.file !== entry.file) return false;
    return isNamedPlace(document, pointerTokens(from.pointer) ?? [], kind);
  }

  /** Path items, and objects that cannot be components, replace a reference of the entry. */
  function otherHost({ kind, references: all }: Target): KnownReference | undefined {
    if (kind !== "PathItem" && !componentSection(document, kind).startsWith("x-")) return undefined;
    const inEntry = all.filter(({ from }) => from.file === entry.file);
    const isOnly = all.length === 1 && kind === "PathItem";
    return isOnly ? inEntry[0] : inEntry.find(isPure);
  }

  function nameMoved(): readonly BundledComponent[] {
    const names = new Map<object, string>();
    for (const section of new Set(moved.map((target) => target.section))) {
      const root = isJsonObject(entry.root) ? entry.root : {};
      const taken = new Set(Object.keys(objectIn(objectIn(root, "components"), section)));
      const own = moved.filter((target) => target.section === section);
      for (const [target, name] of nameComponents(own, taken)) names.set(target, name);
    }
    return moved.map((target) => ({
      section: target.section,
      name: names.get(target) ?? "",
      place: target.place,
    }));
  }

  function bundlePointer({ file, pointer }: Source): string | undefined {
    const tokens = pointerTokens(pointer) ?? [];
    const top = { file, pointer: "" };
    if (file === entry.file) return joinPointer("", ...edits.renamed(top, tokens));
    for (let depth = tokens.length; depth >= 0; depth -= 1) {
      const place = { file, pointer: topOf(tokens, depth) };
      const host = hosts.get(placeKey(place));
      const start = host === undefined ? pointers.get(placeKey(place)) : bundlePointer(host.from);
      const rest = edits.renamed(place, tokens.slice(depth));
      if (start !== undefined) return joinPointer(start, ...rest);
    }
    return undefined;
  }

  function objectAt({ file, pointer }: Source): JsonObject | undefined {
    const { value } = descend(files.get(file)?.root ?? null, pointerTokens(pointer) ?? []);
    return isJsonObject(value) ? value : undefined;
  }
}

/** Sorts outer targets before those inside of them. */
function byDepth(targets: readonly Target[]): readonly Target[] {
  return [...targets].sort((a, b) => a.place.pointer.length - b.place.pointer.length);
}

function topOf(tokens: readonly string[], depth: number): string {
  return joinPointer("", ...tokens.slice(0, depth));
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const member = memberOf(object, key);
  return isJsonObject(member) ? member : {};
}

function placeKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}
