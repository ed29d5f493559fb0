import { isDeepStrictEqual } from "node:util";
import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { leaveOut, readAs, renameMember } from "../diagnostics/repair.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonObject, memberOf } from "../json/json-value.ts";
import { dereference, type PlacedObject } from "../references/resolver.ts";
import type { Resolution } from "../specification.ts";
import type { LoadedFile } from "../text/file-store.ts";
import type { Report } from "./check-structure.ts";

/** The methods for which a path item has a field; `query` was added in OpenAPI 3.2. */
export const pathItemMethods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
] as const;

/** A path and its path item. If the path item is a reference, this is the target. */
export interface PlacedPath {
  /** The path in the document, such as `/orders/{id}`. */
  readonly template: string;
  /** The position of the template. */
  readonly place: Source;
  readonly item: PlacedObject;
  readonly operations: readonly PlacedObject[];
}

/** Finds the target of a reference. */
export type Resolve = (from: Source, reference: string) => Resolution;

/** Lists the paths, or the webhooks, of an OpenAPI document in document order. */
export function listPaths(
  file: string,
  root: JsonObject,
  resolve: Resolve,
  section: "paths" | "webhooks" = "paths",
): readonly PlacedPath[] {
  const paths = memberOf(root, section);
  if (!isJsonObject(paths)) return [];
  const placed: PlacedPath[] = [];
  for (const template of Object.keys(paths)) {
    if (template.startsWith("x-")) continue;
    const place = { file, pointer: joinPointer("", section, template) };
    const item = dereference(resolve, place, memberOf(paths, template));
    if (item === undefined) continue;
    placed.push({ template, place, item, operations: pathOperations(item) });
  }
  return placed;
}

/** Lists the parameters of a path item or operation. Replaces references by their targets. */
export function listParameters(owner: PlacedObject, resolve: Resolve): readonly PlacedParameter[] {
  const list = memberOf(owner.object, "parameters");
  if (!isJsonArray(list)) return [];
  return list.flatMap((value, index) => {
    const place = {
      file: owner.source.file,
      pointer: joinPointer(owner.source.pointer, "parameters", index),
    };
    const target = dereference(resolve, place, value);
    return target === undefined ? [] : [{ place, target }];
  });
}

/** A parameter: its place in the list, and the object itself. */
export interface PlacedParameter {
  readonly place: Source;
  readonly target: PlacedObject;
}

function pathOperations(item: PlacedObject): readonly PlacedObject[] {
  const operations: PlacedObject[] = [];
  const add = (holder: JsonObject, key: string, ...way: readonly string[]) => {
    const object = memberOf(holder, key);
    if (!isJsonObject(object)) return;
    const pointer = joinPointer(item.source.pointer, ...way, key);
    operations.push({ source: { file: item.source.file, pointer }, object });
  };
  for (const method of pathItemMethods) add(item.object, method);
  const additional = memberOf(item.object, "additionalOperations");
  if (isJsonObject(additional)) {
    for (const method of Object.keys(additional)) add(additional, method, "additionalOperations");
  }
  return operations;
}

/** Checks the templates of paths against each other and against the declared parameters. */
export function checkPaths(
  { version }: DocumentType,
  file: string,
  root: JsonObject,
  resolve: Resolve,
  report: Report,
): void {
  const shapes = new Map<string, string>();
  const paths = listPaths(file, root, resolve);
  for (const path of paths) {
    const names = templateNames(path.template);
    if (names === undefined || !path.template.startsWith("/")) {
      const isRelative =
        names !== undefined && !paths.some((each) => each.template === `/${path.template}`);
      const repair = isRelative ? renameMember(path.place, `/${path.template}`) : undefined;
      report({
        code: "PATH_INVALID",
        source: path.place,
        ...templateFault(path.template),
        ...(repair && { repair }),
      });
      continue;
    }
    const twice = version.startsWith("3.2.") ? repeatedName(path.template) : undefined;
    if (twice !== undefined) {
      report({
        code: "PATH_INVALID",
        source: path.place,
        message: `the path ${JSON.stringify(path.template)} has the parameter {${twice}} twice`,
        fix: "Give each parameter its own name, and declare both.",
        repair: { reading: "read as one value, used in both places", edits: [] },
      });
    }
    // Clients do not send the fragment of a URL to the server, so two paths are the same if only their
    // fragments differ.
    const shape = decodeEscapes(path.template.replace(/#.*$/s, "").replaceAll(/\{[^{}]*\}/g, "{}"));
    const twin = shapes.get(shape);
    if (twin === undefined) shapes.set(shape, path.template);
    else {
      const message = `${path.template} and ${twin} match the same requests`;
      report({ code: "PATH_DUPLICATE", source: path.place, message });
    }
    checkParameters(path, names, resolve, report);
  }
}

const parameter = /\{([^{}]+)\}/g;

/**
 * Decodes percent escapes, because `/a%20b` and `/a b` are the same URL. Letters and digits stay encoded.
 */
function decodeEscapes(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      const text = decodeURI(escapes);
      return /^[^\w.~-]*$/.test(text) ? text : escapes;
    } catch {
      return escapes;
    }
  });
}

/** Returns the names of the parameters in braces; `undefined` if the braces do not match. */
export function templateNames(template: string): ReadonlySet<string> | undefined {
  if (/[{}]/.test(template.replaceAll(parameter, ""))) return undefined;
  return new Set(listNames(template));
}

/** Returns the first parameter that a template contains twice. OpenAPI forbids this since 3.2. */
function repeatedName(template: string): string | undefined {
  const names = listNames(template);
  return names.find((name, index) => names.indexOf(name) < index);
}

function listNames(template: string): readonly string[] {
  return [...template.matchAll(parameter)].map(([, name = ""]) => name);
}

/** Describes why a template is invalid. */
function templateFault(template: string): Pick<Problem, "message"> {
  const shown = JSON.stringify(template);
  if (!template.startsWith("/")) return { message: `the path ${shown} does not start with "/"` };
  return { message: `the braces of the path ${shown} do not match` };
}

function checkParameters(
  path: PlacedPath,
  names: ReadonlySet<string>,
  resolve: Resolve,
  report: Report,
): void {
  const common = listParameters(path.item, resolve);
  checkList(common, names, report);
  for (const operation of path.operations) {
    const own = listParameters(operation, resolve);
    checkList(own, names, report);
    for (const name of names) {
      if ([...common, ...own].some((each) => isPathParameter(each, name))) continue;
      const message = `the parameter {${name}} of ${path.template} is not declared`;
      report({ code: "PATH_PARAMETER_MISSING", source: operation.source, message });
    }
  }
}

function checkList(
  list: readonly PlacedParameter[],
  names: ReadonlySet<string>,
  report: Report,
): void {
  const seen = new Map<string, PlacedParameter>();
  for (const { place, target } of list) {
    const name = memberOf(target.object, "name");
    const where = memberOf(target.object, "in");
    if (typeof name !== "string" || typeof where !== "string") continue;
    // Header names are case-insensitive (RFC 9110 §5.1).
    const key = `${where} ${where === "header" ? name.toLowerCase() : name}`;
    const first = seen.get(key);
    if (first !== undefined) {
      const message = `the ${where} parameter ${JSON.stringify(name)} is listed twice`;
      const isSame = isSameParameter(where, first.target.object, target.object);
      const repair = isSame ? leaveOut(place) : undefined;
      report({ code: "PARAMETER_DUPLICATE", source: place, message, ...(repair && { repair }) });
    }
    seen.set(key, { place, target });
    if (where !== "path") continue;
    if (!names.has(name)) {
      const message = `the path has no parameter {${name}}`;
      report({ code: "PATH_PARAMETER_UNUSED", source: place, message });
    }
    if (memberOf(target.object, "required") !== true) {
      const message = `the path parameter ${JSON.stringify(name)} is not marked as required`;
      report({ code: "PATH_PARAMETER_OPTIONAL", source: target.source, message });
    }
  }
}

/** Reports whether two parameters in the same place are equal. Header names are case-insensitive. */
function isSameParameter(where: string, first: JsonObject, second: JsonObject): boolean {
  if (where !== "header") return isDeepStrictEqual(first, second);
  const [one, other] = [first, second].map(
    ({ name, description, example, examples, ...meaning }) => meaning,
  );
  return isDeepStrictEqual(one, other);
}

function isPathParameter({ target }: PlacedParameter, name: string): boolean {
  return memberOf(target.object, "in") === "path" && memberOf(target.object, "name") === name;
}

/** Records the place of the `operationId` of an operation, if it has one. */
export function collectOperationId(
  operation: JsonObject,
  source: Source,
  places: Map<string, Source[]>,
): void {
  const id = memberOf(operation, "operationId");
  if (typeof id !== "string") return;
  const place = { ...source, pointer: joinPointer(source.pointer, "operationId") };
  const known = places.get(id);
  if (known === undefined) places.set(id, [place]);
  else known.push(place);
}

/**
 * Reports each `operationId` that an earlier operation already has. `lenient` adds a number to the repeated
 * id.
 */
export function reportRepeatedIds(
  places: ReadonlyMap<string, readonly Source[]>,
  files: ReadonlyMap<string, LoadedFile>,
  report: Report,
): void {
  const taken = new Set(places.keys());
  for (const [id, [first, ...others]] of places) {
    if (first === undefined || others.length === 0) continue;
    const { line } = files.get(first.file)?.place(first.pointer) ?? { line: 0 };
    let number = 1;
    for (const source of others) {
      let numbered: string;
      do {
        number += 1;
        numbered = `${id}${number}`;
      } while (taken.has(numbered));
      report({
        code: "OPERATION_ID_DUPLICATE",
        source,
        message: `the operationId ${JSON.stringify(id)} is already used at ${first.file}:${line} (${first.pointer})`,
        repair: readAs(source, numbered),
      });
    }
  }
}
