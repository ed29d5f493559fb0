import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { inlineReference } from "../diagnostics/repair.ts";
import { foreignMetaschema, type Grammar, hidesId, type Shape } from "../grammar/shape.ts";
import { shapeBelow, typeName, type Visitor, walk, withArticle } from "../grammar/walk.ts";
import { descend, joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { pointerOf } from "../text/file-store.ts";

/** A reference in a document, before its target is known. */
export interface FoundReference {
  /** The place of the object that contains the reference. */
  readonly from: Source;
  /** The place of the reference's text. */
  readonly source: Source;
  readonly reference: string;
  /** The shape that the target must have. */
  readonly shape: Shape;
  /** Whether the target replaces the object. True for `$ref`, false for references in a discriminator. */
  readonly replaces: boolean;
}

/** The references, identifiers and problems that a walk found, in document order. */
export interface Findings {
  readonly references: readonly FoundReference[];
  readonly ids: readonly { readonly place: Source; readonly id: string }[];
  readonly anchors: readonly { readonly place: Source; readonly anchor: string }[];
  /** The `$schema` URIs of custom metaschemas: all except those of JSON Schema, OpenAPI and AsyncAPI. */
  readonly metaschemas: readonly { readonly from: Source; readonly uri: string }[];
  readonly problems: readonly Problem[];
}

/**
 * Collects the references and identifiers in `value`, which is at `path` in the file. `root` is the root of
 * the file. The `$schema` of the root decides whether a `$ref` disables the `$id` beside it.
 */
export function collectReferences(
  document: DocumentType,
  { file, root }: { readonly file: string; readonly root: JsonValue },
  shape: Shape,
  value: JsonValue,
  path: readonly string[],
): Findings {
  const references: FoundReference[] = [];
  const ids: { place: Source; id: string }[] = [];
  const anchors: { place: Source; anchor: string }[] = [];
  const metaschemas: { from: Source; uri: string }[] = [];
  const problems: Problem[] = [];
  const refHidesId = hidesId(root) ?? document.refHidesId;
  const schema: Shape = { is: "node", kind: "Schema" };

  const visitor: Visitor = {
    object: (kind, object, here) => {
      if (kind.name === "OpenAPI") addId(memberOf(object, "$self"), here);
      if (kind.name !== "Schema") return;
      if (document.identifiers) addIdentifiers(object, here);
      const metaschema = foreignMetaschema(memberOf(object, "$schema"));
      if (metaschema !== undefined) metaschemas.push({ from: at(here), uri: metaschema });
      const dynamic = memberOf(object, "$dynamicRef");
      if (dynamic !== undefined) addReference(dynamic, here, ["$dynamicRef"], schema, false);
      for (const { tokens, reference } of discriminatorReferences(object, root)) {
        addReference(reference, here, ["discriminator", ...tokens], schema, false);
      }
    },
    reference: (kind, object, here) => {
      addReference(memberOf(object, "$ref"), here, ["$ref"], { is: "node", kind: kind.name }, true);
    },
    misplaced: (kind, object, here) => {
      const message = `a reference is not allowed in place of the ${kind.name} object`;
      const reference = memberOf(object, "$ref");
      problems.push({
        code: "REF_MISPLACED",
        source: at(here, "$ref"),
        message,
        ...(typeof reference === "string" && { repair: inlineReference(at(here), reference) }),
      });
    },
    foreign: (format, here) => {
      const message = `schemas in the format ${format} are not read`;
      problems.push({ code: "SCHEMA_FORMAT_FOREIGN", source: at(here, "schemaFormat"), message });
    },
  };
  walk(document.grammar, shape, value, path, visitor);
  return { references, ids, anchors, metaschemas, problems };

  function addReference(
    reference: JsonValue | undefined,
    here: readonly string[],
    tokens: readonly string[],
    wanted: Shape,
    replaces: boolean,
  ): void {
    if (reference === undefined) return;
    const from = { file, pointer: pointerOf(here) };
    const source = { file, pointer: joinPointer(from.pointer, ...tokens) };
    if (typeof reference === "string") {
      references.push({ from, source, reference, shape: wanted, replaces });
    } else {
      const message = `a reference must be a string, not ${withArticle(typeName(reference))}`;
      problems.push({ code: "REF_INVALID", source, message });
    }
  }

  function addIdentifiers(object: JsonObject, here: readonly string[]): void {
    const isHidden = refHidesId && typeof memberOf(object, "$ref") === "string";
    if (!isHidden) addId(memberOf(object, "$id"), here);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = memberOf(object, keyword);
      if (typeof anchor === "string") anchors.push({ place: at(here), anchor });
    }
  }

  function addId(id: JsonValue | undefined, here: readonly string[]): void {
    if (typeof id !== "string" || id === "") return;
    // In JSON Schema draft-07, `$id: "#name"` declares an anchor.
    if (id.startsWith("#")) anchors.push({ place: at(here), anchor: id.slice(1) });
    else ids.push({ place: at(here), id });
  }

  function at(here: readonly string[], ...tokens: readonly string[]): Source {
    return { file, pointer: joinPointer(pointerOf(here), ...tokens) };
  }
}

/** A reference in a discriminator. `tokens` is its path inside the discriminator. */
interface DiscriminatorReference {
  readonly tokens: readonly string[];
  readonly reference: string;
}

/**
 * Returns the references in a discriminator. A name of a component becomes a reference to the component.
 */
function discriminatorReferences(
  object: JsonObject,
  root: JsonValue,
): readonly DiscriminatorReference[] {
  const discriminator = memberOf(object, "discriminator");
  if (!isJsonObject(discriminator)) return [];
  const mapping = memberOf(discriminator, "mapping");
  const values = isJsonObject(mapping)
    ? Object.keys(mapping).map((tag) => ({
        tokens: ["mapping", tag],
        value: memberOf(mapping, tag),
      }))
    : [];
  const fallback = memberOf(discriminator, "defaultMapping");
  return [...values, { tokens: ["defaultMapping"], value: fallback }].flatMap(
    ({ tokens, value }) => {
      if (typeof value !== "string") return [];
      if (/[#/]/.test(value)) return [{ tokens, reference: value }];
      const pointer = joinPointer("/components/schemas", value);
      const isComponent = descend(root, pointerTokens(pointer) ?? []).rest.length === 0;
      if (isComponent) return [{ tokens, reference: `#${pointer}` }];
      return /\.(?:json|ya?ml)$/i.test(value) ? [{ tokens, reference: value }] : [];
    },
  );
}

/** Records which parts of the files a walk has visited, and with which shapes. */
export interface Coverage {
  /** Adds a part. Returns false if a walk has already visited it with the same shape. */
  readonly add: (place: Source, fileRoot: JsonValue, shape: Shape) => boolean;
}

/**
 * Creates an empty coverage. Stores only where each walk started, because a walk also visits everything
 * below.
 */
export function createCoverage(grammar: Grammar): Coverage {
  /** The shapes of walks, by the file and pointer where they started. */
  const starts = new Map<string, Map<string, Shape[]>>();
  /** The nodes that were already added. A fast check, because most references lead to few nodes. */
  const known = new Set<string>();
  return {
    add: (place, fileRoot, shape) => {
      if (shape.is === "node") {
        const node = `${place.file}#${place.pointer} ${shape.kind}`;
        if (known.has(node)) return false;
        known.add(node);
      }
      const inFile = starts.get(place.file) ?? new Map<string, Shape[]>();
      starts.set(place.file, inFile);
      const tokens = pointerTokens(place.pointer) ?? [];
      let above = "";
      for (let depth = 0; depth <= tokens.length; depth += 1) {
        if (depth > 0) above = place.pointer.slice(0, nextSlash(place.pointer, above.length));
        for (const start of inFile.get(above) ?? []) {
          const root = descend(fileRoot, tokens.slice(0, depth)).value;
          const reached = shapeBelow(grammar, start, root, tokens.slice(depth));
          if (reached !== undefined && sameNode(reached, shape)) return false;
        }
      }
      inFile.set(place.pointer, [...(inFile.get(place.pointer) ?? []), shape]);
      return true;
    },
  };
}

function nextSlash(pointer: string, from: number): number {
  const slash = pointer.indexOf("/", from + 1);
  return slash < 0 ? pointer.length : slash;
}

function sameNode(left: Shape, right: Shape): boolean {
  if (left.is === "either") return sameNode(left.other, right) || sameNode(left.list, right);
  return left.is === "node" && right.is === "node" && left.kind === right.kind;
}
