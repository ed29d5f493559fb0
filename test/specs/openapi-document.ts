// An OpenAPI document in several files; references are followed across files.

import { posix } from "node:path";
import {
  asArray,
  asObject,
  followPointer,
  type Json,
  type JsonObject,
  readSpec,
} from "./read-spec.ts";

/** A node with its place. */
export interface Place {
  /** The path of the file in `specs`. */
  readonly file: string;
  /** RFC 6901; empty at the root. */
  readonly pointer: string;
  readonly value: JsonObject;
}

/** A document and the files it refers to, by their path in `specs`. */
export interface OpenApiDocument {
  readonly entry: string;
  readonly files: Map<string, Json>;
}

/** An operation of a document; the parameters of its path come first. */
export interface Operation extends Place {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Place[];
  readonly requestBody?: Place;
  readonly responses: readonly (readonly [status: string, response: Place])[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Opens a document by its path in `specs`. Other files are read at the first reference to them. */
export function openDocument(entry: string): OpenApiDocument {
  return { entry, files: new Map([[entry, readSpec(entry)]]) };
}

/** Returns a node of the entry file. */
export function placeOf(document: OpenApiDocument, pointer: string): Place {
  return locatePlace(document, document.entry, pointer);
}

/** Descends from a place; does not follow a reference at the end. */
export function placeAt(
  document: OpenApiDocument,
  place: Place,
  ...keys: readonly string[]
): Place {
  const tokens = keys.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1"));
  return locatePlace(document, place.file, [place.pointer, ...tokens].join("/"));
}

/** Descends from a place; follows references on the way and at the end. */
export function placeBelow(
  document: OpenApiDocument,
  place: Place,
  ...keys: readonly string[]
): Place {
  return dereference(document, placeAt(document, place, ...keys));
}

/** Returns the children of a place under a key, with references followed. */
export function childPlaces(
  document: OpenApiDocument,
  place: Place,
  key: string,
): readonly (readonly [name: string, child: Place])[] {
  return Object.keys(asObject(place.value[key])).map((name): readonly [string, Place] => [
    name,
    placeBelow(document, place, key, name),
  ]);
}

/** Follows the `$ref` of a place, repeatedly if necessary. */
export function dereference(document: OpenApiDocument, place: Place): Place {
  const reference = place.value["$ref"];
  if (typeof reference !== "string") return place;
  const [file = "", pointer = ""] = reference.split("#");
  const target = file === "" ? place.file : posix.join(posix.dirname(place.file), file);
  return dereference(document, locatePlace(document, target, pointer));
}

/** Returns the operations of a document as written. */
export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  return childPlaces(document, placeOf(document, ""), "paths").flatMap(([path, item]) =>
    methods
      .filter((method) => method in item.value)
      .map((method): Operation => {
        const operation = placeBelow(document, item, method);
        const body =
          "requestBody" in operation.value
            ? { requestBody: placeBelow(document, operation, "requestBody") }
            : {};
        return {
          ...operation,
          ...body,
          method: method.toUpperCase(),
          path,
          parameters: [item, operation].flatMap((owner) =>
            asArray(owner.value["parameters"]).map((_, index) =>
              placeBelow(document, owner, "parameters", `${index}`),
            ),
          ),
          responses: childPlaces(document, operation, "responses"),
        };
      }),
  );
}

export function locatePlace(document: OpenApiDocument, file: string, pointer: string): Place {
  const root = document.files.get(file) ?? readSpec(file);
  document.files.set(file, root);
  const value = followPointer(root, pointer);
  if (value === undefined) throw new Error(`${file}#${pointer} points at nothing`);
  return { file, pointer, value: asObject(value) };
}
