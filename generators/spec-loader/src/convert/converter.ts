// Converts the objects of a document by its grammar. References and data stay; rules for each kind
// of object define the changes.

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
  /** The fields beside a `$ref` that have an effect in the new version. */
  readonly besideReference: ReadonlySet<string>;
}

/** Receives parts that have no equivalent. */
export type ReportLoss = (code: Problem["code"], at: Spot, message: string, fix?: string) => void;

/** Converts the parts of a document and reports parts that have no equivalent. */
export interface Converter {
  readonly report: ReportLoss;
  /** Converts a value of a kind. References stay references. */
  readonly convert: (kind: string, place: Place) => Part;
  /** Converts the value of one field of an object of a kind. */
  readonly field: (kind: string, key: string, place: Place) => Part;
  /** Converts the members of an object without applying the rule of its kind. */
  readonly members: (kind: string, place: Place) => Map<string, Part>;
  /** Keeps a value, but converts the parts of the document in it, such as those of an extension. */
  readonly partsIn: (place: Place) => Part;
  /** Converts an object with a reference, and reports members beside it that have no effect. */
  readonly reference: (place: ObjectPlace) => Part;
  /** Returns the converted text of a reference. */
  readonly link: (place: Place) => Part;
  /** Returns the object at a place, through references; `undefined` if it is missing. */
  readonly follow: (place: Place) => ObjectPlace | undefined;
}

/** Creates a converter of the files of a document. */
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
  /** The kinds of the parts of the document, by the places of the parts. */
  const kindOf = new Map<string, string>();
  /** The places that contain parts of the document. */
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

/** Reports whether an object refers to another one. */
export function isReference(place: Place): boolean {
  return isJsonObject(place.value) && typeof memberOf(place.value, "$ref") === "string";
}
