// Decides which parts of other files become components, which parts replace a reference, and which texts
// change.

import type { DocumentType } from "../detect-document.ts";
import { descend, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, memberOf } from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import { pointerOf } from "../text/file-store.ts";
import { walkSpecification } from "../walk-specification.ts";
import { type BundleEdits, createBundleEdits, type PlacedNode } from "./bundle-edits.ts";
import { keepImpliedTags } from "./keep-implied-tags.ts";
import { moveAddress, moveAddresses, moveReferences } from "./move-addresses.ts";
import { moveExtensions } from "./move-extensions.ts";
import { type BundledComponent, type Placement, placeTargets } from "./place-targets.ts";
import { findResources, type Resources } from "./resources.ts";
import { rewriteReferences } from "./rewrite-references.ts";
import { swapAction, swapIds } from "./swap-sides.ts";

/** Options for `bundleSpecification`. */
export interface BundleOptions {
  /**
   * The side that the bundle describes. `consumer` swaps send and receive in an AsyncAPI document, because
   * the consumer receives what the provider sends. For OpenAPI, both sides get the same bundle. Default
   * `provider`.
   */
  readonly perspective?: "provider" | "consumer";
  /**
   * Set to `true` to write every `$ref` as a JSON Pointer from the top of the document, for tools that do
   * not support `$id` and anchors. Default `false`: a reference changes only if it would no longer work.
   */
  readonly pointersOnly?: boolean;
}

/** The contents of a bundle. */
export interface BundlePlan {
  readonly edits: BundleEdits;
  readonly components: readonly BundledComponent[];
}

/** Plans the bundle of a document. */
export function planBundle(
  specification: Specification,
  document: DocumentType,
  { perspective, pointersOnly = false }: BundleOptions,
): BundlePlan {
  const { entry } = specification;
  const isTurned = perspective === "consumer" && document.kind === "asyncapi";
  const edits = createBundleEdits();
  const schemas: PlacedNode[] = [];
  const extended: PlacedNode[] = [];
  const references = walkSpecification(specification, document, (file) => ({
    object: ({ name: kind }, object, path) => {
      const node = { kind, object, place: { file, pointer: pointerOf(path) } };
      if (isTurned) swapAction(node, document, edits);
      if (Object.keys(object).some((key) => key.startsWith("x-"))) extended.push(node);
      if (file === entry.file) return;
      moveAddresses(node, edits);
      if (kind === "Schema" && memberOf(object, "$id") !== undefined) schemas.push(node);
    },
    foreign: (_format, path) => {
      if (file === entry.file) return;
      moveReferences(specification, { file, pointer: pointerOf(path) }, edits);
    },
  }));
  if (isTurned) swapIds(specification, document, edits);
  const placement = placeTargets(specification, document, references, edits);
  const resources = findResources(specification, document, placement);
  rewriteReferences(specification, references, { placement, resources, pointersOnly }, edits);
  for (const schema of schemas) moveIdentifier(schema, resources, edits);
  for (const [place, id] of resources.added) edits.at(place).added.set("$id", id);
  for (const node of extended) moveExtensions(specification, node, placement, edits);
  keepImpliedTags(specification, references, placement.components, edits);
  addDialects(specification, document, placement, edits);
  return { edits, components: placement.components };
}

/**
 * Makes a relative `$id` relative to the entry file. Does nothing if an outer schema has a `$id`: the inner
 * `$id` is relative to that.
 */
function moveIdentifier(
  { object, place }: PlacedNode,
  resources: Resources,
  edits: BundleEdits,
): void {
  const { file, pointer } = place;
  const id = memberOf(object, "$id");
  if (typeof id !== "string" || id === "" || id.startsWith("#")) return;
  const above = { file, pointer: pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0)) };
  if (pointer !== "" && resources.rootOf(above) !== undefined) return;
  const moved = moveAddress(file, id);
  if (moved !== id) edits.at({ file, pointer: `${pointer}/$id` }).text = moved;
}

/** Adds a `$schema` to each part that came from a file with a `$schema` at its top. */
function addDialects(
  { files }: Specification,
  { kind, version }: DocumentType,
  { components, hosts }: Placement,
  edits: BundleEdits,
): void {
  if (kind === "openapi" && version.startsWith("3.0")) return;
  const isDefault = kind === "openapi" ? /json-schema\.org\/draft\/2020-12\// : /^$/;
  for (const place of [...components.map((each) => each.place), ...hosts.map((h) => h.target)]) {
    const root = files.get(place.file)?.root ?? null;
    const dialect = isJsonObject(root) ? memberOf(root, "$schema") : undefined;
    if (place.pointer === "" || typeof dialect !== "string" || isDefault.test(dialect)) continue;
    const { value } = descend(root, pointerTokens(place.pointer) ?? []);
    if (!isJsonObject(value) || memberOf(value, "$schema") !== undefined) continue;
    edits.at(place).added.set("$schema", dialect);
  }
}
