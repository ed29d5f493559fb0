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

/** A part of a file other than the entry. The part becomes a component. */
export interface BundledComponent {
  readonly section: string;
  readonly name: string;
  readonly place: Source;
}

/** Where the bundle puts parts of other files. */
export interface Placement {
  /** Ordered by the first reference to each component. */
  readonly components: readonly BundledComponent[];
  /** The references in whose place the bundle puts the target. */
  readonly hosts: readonly KnownReference[];
  /**
   * Returns the pointer in the bundle for a place in a file; `undefined` if the bundle leaves the place
   * out.
   */
  readonly pointerOf: (place: Source) => string | undefined;
}

/** A part of another file, and all references to the part. */
interface Target {
  readonly place: Source;
  readonly kind: string;
  readonly references: KnownReference[];
}

/**
 * Decides where the bundle puts each part of another file that has a reference to it. If a named object of
 * the document is only a reference to the part, such as `#/components/schemas/Order`, the part replaces the
 * reference. Otherwise the part becomes a component in most cases.
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

  /** Reports whether a target is inside a larger target that moves to the bundle. */
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
   * Reports whether an object has no other member than the `$ref`, so that the target can replace the whole
   * object.
   */
  function isPure({ from, replaces }: KnownReference): boolean {
    const value = objectAt(from);
    return replaces && value !== undefined && Object.keys(value).length === 1;
  }

  function isNamed({ from }: KnownReference, kind: string): boolean {
    if (from.file !== entry.file) return false;
    return isNamedPlace(document, pointerTokens(from.pointer) ?? [], kind);
  }

  /** Returns the reference that a path item, or an object that cannot be a component, replaces. */
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

/** Sorts targets so that each comes before the targets inside it. */
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
