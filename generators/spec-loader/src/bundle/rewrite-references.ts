import type { Source } from "../diagnostics/diagnostic.ts";
import { isJsonObject, memberOf } from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { KnownReference } from "../walk-specification.ts";
import type { BundleEdits } from "./bundle-edits.ts";
import type { Placement } from "./place-targets.ts";
import type { Resources } from "./resources.ts";

/** Where the bundle puts the targets of references, and how to write the references. */
export interface ReferenceStyle {
  readonly placement: Placement;
  readonly resources: Resources;
  /** Whether to write each reference as a pointer from the top of the document. */
  readonly pointersOnly: boolean;
}

/** Rewrites the references of a document for its bundle. */
export function rewriteReferences(
  { entry }: Specification,
  references: readonly KnownReference[],
  { placement, resources, pointersOnly }: ReferenceStyle,
  edits: BundleEdits,
): void {
  const { hosts, pointerOf } = placement;
  const hasAddress = isJsonObject(entry.root) && memberOf(entry.root, "$self") !== undefined;
  const replaced = new Set(hosts.map(({ from }) => placeKey(from)));
  for (const { from, target } of hosts) edits.at(from).by = target;
  for (const found of references) {
    if (found.replaces && replaced.has(placeKey(found.from))) continue;
    const text = rewrittenText(found);
    if (text !== undefined) edits.at(found.source).text = text;
  }

  /** Returns the new text of a reference; `undefined` if it does not change. */
  function rewrittenText({ from, source, reference, target }: KnownReference): string | undefined {
    const isDynamic = source.pointer.endsWith("/$dynamicRef");
    const pointer = pointerFragment(pointerOf(target) ?? target.pointer);
    if (pointersOnly && !isDynamic) return pointer === reference ? undefined : pointer;
    const isLocal = reference.startsWith("#");
    const root = resources.rootOf(target);
    const isInside = from.file === target.file && isSame(resources.rootOf(from), root);
    if (isInside && root !== undefined) {
      return isLocal ? undefined : pointerFragment(target.pointer.slice(root.pointer.length));
    }
    const isInEntry = from.file === entry.file && target.file === entry.file;
    // The entry file may refer to itself by its `$self`.
    const isMoved = pointerOf(target) !== target.pointer;
    if (isInEntry && !isMoved && (isLocal || root !== undefined || hasAddress)) return undefined;
    const anchor = reference.slice(reference.indexOf("#") + 1);
    if (isDynamic && !anchor.startsWith("/")) {
      return `${root === undefined ? "" : resources.idOf(root)}#${anchor}`;
    }
    return pointer;
  }
}

/** Writes a pointer as the fragment of a URI. */
function pointerFragment(pointer: string): string {
  return `#${encodeURI(pointer.toWellFormed()).replaceAll("#", "%23")}`;
}

function isSame(left: Source | undefined, right: Source | undefined): boolean {
  return left?.file === right?.file && left?.pointer === right?.pointer;
}

function placeKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}
