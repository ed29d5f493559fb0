// Walks a document by its grammar and converts its objects. Plain data and references keep their form. The
// rule for a kind of object defines what changes in it.

import type { Problem } from "../diagnostics/problem.ts";
import type { Grammar, Shape } from "../grammar/shape.ts";
import { shapeOfField } from "../grammar/shape.ts";
import { isJsonArray, isJsonObject, memberOf } from "../json/json-value.ts";
import type { FileSet } from "../references/load-files.ts";
import {
  holdsObject,
  itemsAt,
  keptPart,
  listPart,
  memberAt,
  membersAt,
  type ObjectPlace,
  objectPart,
  type Part,
  type Place,
  type Spot,
  textAt,
} from "./part.ts";

/** Converts an object of one kind. */
export type Rule = (converter: Converter, place: ObjectPlace) => Part;

/** The rules of a conversion. */
export interface Rules {
  readonly grammar: Grammar;
  readonly kinds: Readonly<Record<string, Rule>>;
  /** The fields that have an effect beside a `$ref` in the new version. */
  readonly besideReference: ReadonlySet<string>;
}

/** Called with each part that has no equivalent in the new version. */
export type ReportLoss = (code: Problem["code"], at: Spot, message: string, fix?: string) => void;

/** Converts the parts of a document, and reports parts without an equivalent in the new version. */
export interface Converter {
  readonly report: ReportLoss;
  /** Converts a value of a kind, such as `Schema`. A reference stays a reference. */
  readonly convert: (kind: string, place: Place) => Part;
  /** Converts the value of a field. The kind of object decides what the field contains. */
  readonly field: (kind: string, key: string, place: Place) => Part;
  /** Converts each member of an object, but does not apply the rule for the object itself. */
  readonly members: (kind: string, place: Place) => Map<string, Part>;
  /**
   * Keeps a value, except that it converts parts inside the value to which a reference leads. An extension
   * may contain such parts.
   */
  readonly partsIn: (place: Place) => Part;
  /** Converts a reference object. Leaves out and reports members that have no effect beside the `$ref`. */
  readonly reference: (place: ObjectPlace) => Part;
  /** Converts the text of a reference. */
  readonly link: (place: Place) => Part;
  /** Follows references to an object. Returns `undefined` if there is no object. */
  readonly follow: (place: Place) => ObjectPlace | undefined;
}

/** Creates a converter for the files of a document. */
export function createConverter(
  { grammar, kinds, besideReference }: Rules,
  { files, resolver, parts }: Pick<FileSet, "files" | "resolver" | "parts">,
  problems: Problem[],
): Converter {
  const converter: Converter = {
    report,
    convert,
    field,
    members,
    partsIn,
    reference,
    link,
    follow,
  };
  /** Maps the place of each part of the document to its kind. */
  const kindOf = new Map<string, string>();
  /** The places that contain a part of the document, directly or further below. */
  const above = new Set<string>();
  for (const { place, shape } of parts) {
    if (shape.is !== "node") continue;
    kindOf.set(`${place.file}#${place.pointer}`, shape.kind);
    for (let { pointer } = place; pointer !== ""; ) {
      pointer = parentOf(pointer);
      above.add(`${place.file}#${pointer}`);
    }
  }
  return converter;

  function report(
    code: Problem["code"],
    { file, pointer }: Spot,
    message: string,
    fix?: string,
  ): void {
    const source = { file: file.spec.file, pointer };
    problems.push({ code, source, message, place: file.place(pointer), ...(fix && { fix }) });
  }

  function convert(name: string, place: Place): Part {
    const kind = grammar.kinds.get(name);
    if (kind === undefined || !holdsObject(place)) return keptPart(place);
    const rule = kinds[name];
    const isReference = Object.hasOwn(place.value, "$ref") && kind.reference === "whole";
    if (isReference) return reference(place);
    return rule === undefined ? objectPart(place, members(name, place)) : rule(converter, place);
  }

  function members(name: string, place: Place): Map<string, Part> {
    return new Map(membersAt(place).map(([key, each]) => [key, field(name, key, each)]));
  }

  function field(name: string, key: string, place: Place): Part {
    if (key === "$ref") return link(place);
    const kind = grammar.kinds.get(name);
    const shape = kind && shapeOfField(kind, key);
    return shape === undefined ? partsIn(place) : convertShape(shape, place);
  }

  function partsIn(place: Place): Part {
    const key = `${place.file.spec.file}#${place.pointer}`;
    const kind = kindOf.get(key);
    if (kind !== undefined) return convert(kind, place);
    if (!above.has(key)) return keptPart(place);
    if (isJsonArray(place.value)) return listPart(place, itemsAt(place).map(partsIn));
    return objectPart(
      place,
      membersAt(place).map(([name, member]) => [name, partsIn(member)] as const),
    );
  }

  function convertShape(shape: Shape, place: Place): Part {
    switch (shape.is) {
      case "data":
        return partsIn(place);
      case "node":
        return convert(shape.kind, place);
      case "list":
        if (!isJsonArray(place.value)) return keptPart(place);
        return listPart(
          place,
          itemsAt(place).map((item) => convertShape(shape.of, item)),
        );
      case "map":
        if (!isJsonObject(place.value)) return keptPart(place);
        return objectPart(
          place,
          membersAt(place).map(([key, each]) => [key, convertShape(shape.of, each)] as const),
        );
      case "either":
        return convertShape(isJsonArray(place.value) ? shape.list : shape.other, place);
      default:
        return shape satisfies never;
    }
  }

  function reference(place: ObjectPlace): Part {
    const all = new Map<string, Part>();
    for (const [key, each] of membersAt(place)) {
      if (key === "$ref") all.set(key, link(each));
      else if (besideReference.has(key)) all.set(key, keptPart(each));
      else {
        const message = `${JSON.stringify(key)} has no effect beside a \`$ref\`, and is left out`;
        report("CONVERT_DROPPED", each, message);
      }
    }
    return objectPart(place, all);
  }

  function link(place: Place): Part {
    const { file, pointer } = place;
    const text = textAt(place);
    if (text === undefined) return keptPart(place);
    const target = resolver.resolve({ file: file.spec.file, pointer: parentOf(pointer) }, text);
    const from = { file, pointer };
    return { is: "link", from, reference: text, target: target.found ? target.source : undefined };
  }

  function follow(start: Place): ObjectPlace | undefined {
    const seen = new Set<string>();
    let place: Place | undefined = start;
    while (holdsObject(place)) {
      const reference = textAt(memberAt(place, "$ref"));
      if (reference === undefined) return place;
      const key = `${place.file.url}#${place.pointer}`;
      if (seen.has(key)) return undefined;
      seen.add(key);
      place = target(place, reference);
    }
    return undefined;
  }

  function target({ file, pointer }: Spot, reference: string): Place | undefined {
    const found = resolver.resolve({ file: file.spec.file, pointer }, reference);
    if (!found.found) return undefined;
    const other = files.get(found.source.file);
    return other && { file: other, pointer: found.source.pointer, value: found.value };
  }
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

/** Reports whether an object has a `$ref`. */
export function isReference(place: Place): boolean {
  return isJsonObject(place.value) && typeof memberOf(place.value, "$ref") === "string";
}
