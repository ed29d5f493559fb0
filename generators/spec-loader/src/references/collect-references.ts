import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { inlined } from "../diagnostics/repair.ts";
import { hidesId } from "../grammar/hides-id.ts";
import { foreignMetaschema } from "../grammar/schema-format.ts";
import type { Shape } from "../grammar/shape.ts";
import { typeName, type Visitor, walk } from "../grammar/walk.ts";
import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import { pointerOf } from "../text/loaded-file.ts";
import { descend } from "./descend.ts";

/** A reference as written in the document. */
export interface FoundReference {
  /** The object that holds the reference. */
  readonly from: Source;
  /** The position of the text of the reference. */
  readonly source: Source;
  readonly reference: string;
  /** The required shape of the target. */
  readonly shape: Shape;
  /** Whether the target replaces the object, as with `$ref`; that of a discriminator does not. */
  readonly replaces: boolean;
}

/** The results of a walk that concern references, in document order. */
export interface Findings {
  readonly references: readonly FoundReference[];
  readonly ids: readonly { readonly place: Source; readonly id: string }[];
  readonly anchors: readonly { readonly place: Source; readonly anchor: string }[];
  /** The `$schema` URIs that are none of JSON Schema, OpenAPI or AsyncAPI. */
  readonly metaschemas: readonly { readonly from: Source; readonly uri: string }[];
  readonly problems: readonly Problem[];
}

/**
 * Collects references and identifiers of the part of a file at `path`. `root` is the top of the
 * file, whose `$schema` determines whether a `$ref` hides the `$id` next to it.
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
      for (const { tokens, reference } of discriminated(object, root)) {
        addReference(reference, here, ["discriminator", ...tokens], schema, false);
      }
    },
    reference: (kind, object, here) => {
      addReference(memberOf(object, "$ref"), here, ["$ref"], { is: "node", kind: kind.name }, true);
    },
    misplaced: (kind, object, here) => {
      const message = `a reference cannot take the place of the ${kind.name} object`;
      const reference = memberOf(object, "$ref");
      problems.push({
        code: "REF_MISPLACED",
        source: at(here, "$ref"),
        message,
        ...(typeof reference === "string" && { repair: inlined(at(here), reference) }),
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
      const message = `a reference is a string; this is ${typeName(reference)}`;
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
    // In draft-07, anchors have the form `$id: "#name"`.
    if (id.startsWith("#")) anchors.push({ place: at(here), anchor: id.slice(1) });
    else ids.push({ place: at(here), id });
  }

  function at(here: readonly string[], ...tokens: readonly string[]): Source {
    return { file, pointer: joinPointer(pointerOf(here), ...tokens) };
  }
}

/** A reference in a discriminator, with its tokens there. */
interface DiscriminatorReference {
  readonly tokens: readonly string[];
  readonly reference: string;
}

/** Returns the references in a discriminator, and the components that it names, as references. */
function discriminated(object: JsonObject, root: JsonValue): readonly DiscriminatorReference[] {
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
