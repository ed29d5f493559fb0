import { nearestName } from "@specwright/spec-loader";
import { type RuleFields, reportExtension, ruleFields } from "../extensions/rule-fields.ts";
import type { HttpOperation, MediaType, Response } from "../model/operation.ts";
import type { Pagination } from "../model/pagination.ts";
import type { Schema, TypeName } from "../model/schema.ts";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  kindOf,
  memberOf,
  type ObjectPlace,
  omitUndefined,
  sourceOf,
} from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { itemSchemas, memberNames, schemasAt, typesAllowed } from "../schema/schema-at.ts";
import { isJsonMediaType } from "./media-type.ts";

const kinds = ["cursor", "page", "offset", "link"] as const;

/** Reads `x-pagination` of an operation. Reports and ignores an invalid extension. */
export function readPagination(build: Build, operation: ObjectPlace): Pagination | undefined {
  const place = memberOf(operation, "x-pagination");
  if (place === undefined) return undefined;
  const fields = ruleFields(build, place);
  if (!holdsObject(place)) return undefined;
  const kind = findOnlyKey(build, place, kinds);
  const all = { items: fields.bodyPointer("items"), source: sourceOf(place) };
  const rule = kind && readKind(build, fields, kind);
  // Several kinds are already an error. Read all of them, so that their fields are not reported as
  // unknown.
  if (kind === undefined) for (const each of kinds) fields.place(each);
  return fields.complete() && rule !== undefined ? { ...rule, ...all } : undefined;
}

type Rule<Kind = Pagination> = Kind extends unknown ? Omit<Kind, "items" | "source"> : never;

function readKind(
  build: Build,
  fields: RuleFields,
  kind: (typeof kinds)[number],
): Rule | undefined {
  if (kind === "link") return readLink(build, fields);
  const own = fields.object(kind);
  const parameter = own.text("parameter");
  const hasMore = own.optionalPointer("hasMore");
  switch (kind) {
    case "cursor": {
      const place = fields.place(kind);
      const [next, lastItem] = [own.optionalPointer("next"), own.optionalPointer("lastItem")];
      const isPlaced = holdsObject(place) && findOnlyKey(build, place, ["next", "lastItem"]);
      return isPlaced ? omitUndefined({ kind, parameter, next, lastItem, hasMore }) : undefined;
    }
    case "page": {
      const first = own.optionalChoice("first", [0, 1]) ?? 1;
      const totalPages = own.optionalPointer("totalPages");
      const limit = own.optionalText("limit");
      return omitUndefined({ kind, parameter, first, limit, totalPages, hasMore });
    }
    case "offset": {
      const totalItems = own.optionalPointer("totalItems");
      const limit = own.optionalText("limit");
      return omitUndefined({ kind, parameter, limit, totalItems, hasMore });
    }
  }
}

function readLink(build: Build, fields: RuleFields): Rule | undefined {
  const kind = "link";
  const place = fields.place(kind);
  if (place.value === true) return { kind };
  if (typeof place.value === "string") return { kind, next: fields.pointer(kind) };
  const found = kindOf(place.value);
  const wanted = "`true` or a JSON Pointer such as `/links/next`";
  reportExtension(build, place, `\`link\` must be ${wanted}, but is ${found}.`);
  return undefined;
}

/**
 * Returns the only key of `keys` that an object has. Reports an object with several of the keys or without
 * any.
 */
function findOnlyKey<Key extends string>(
  build: Build,
  place: ObjectPlace,
  keys: readonly Key[],
): Key | undefined {
  const found = keys.filter((key) => memberOf(place, key) !== undefined);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const name = place.pointer.slice(place.pointer.lastIndexOf("/") + 1);
  const has = found.length === 0 ? "has none of them" : `has ${quotedNames(found, "and")}`;
  const message = `\`${name}\` must have exactly one of ${quotedNames(keys, "and")}, but ${has}.`;
  reportExtension(build, place, message);
  return undefined;
}

function quotedNames(names: readonly string[], word: string): string {
  const quoted = names.map((name) => `\`${name}\``);
  return [quoted.slice(0, -1).join(", "), quoted.at(-1)].filter(Boolean).join(` ${word} `);
}

/** A field of the extension, and the allowed types of the parameter or member that the field names. */
interface Wanted {
  /** The pointer to the field within the extension, such as `/cursor/next`. */
  readonly field: string;
  readonly types: readonly TypeName[];
}

const counts: readonly TypeName[] = ["integer", "number"];
const cursors: readonly TypeName[] = ["string", "integer"];

/** Reports parameters and members that `x-pagination` names but the operation does not have. */
export function checkPagination(build: Build, operation: HttpOperation): void {
  const { pagination } = operation;
  if (pagination === undefined) return;
  const { source, items } = pagination;
  const complain = (field: string, message: string): void =>
    reportProblem(
      build,
      "PAGINATION_MISMATCH",
      { ...source, pointer: `${source.pointer}${field}` },
      message,
    );
  const { response, body } = findPageResponse(operation);
  if (response === undefined || body === undefined) {
    complain("", "The operation has no successful response with a JSON body and a schema.");
    return;
  }
  const lists = memberAt(body, items, "the body", { field: "/items", types: ["array"] });
  switch (pagination.kind) {
    case "cursor": {
      const { parameter, next, lastItem, hasMore } = pagination;
      const taken = parameterTypes(parameter, { field: "/cursor/parameter", types: cursors });
      const types = taken ?? cursors;
      if (next) memberAt(body, next, "the body", { field: "/cursor/next", types });
      flagAt(hasMore, "/cursor/hasMore");
      if (lastItem === undefined || lists === undefined) return;
      const all = lists.flatMap(itemSchemas);
      memberAt(all, lastItem, "an item", { field: "/cursor/lastItem", types });
      return;
    }
    case "page":
    case "offset":
      checkCounted(pagination);
      return;
    case "link": {
      const { next } = pagination;
      if (next) memberAt(body, next, "the body", { field: "/link", types: ["string"] });
      else checkLinkHeader(response);
      return;
    }
  }

  function checkCounted(counted: Extract<Pagination, { kind: "page" | "offset" }>): void {
    const { kind, parameter, limit, hasMore } = counted;
    parameterTypes(parameter, { field: `/${kind}/parameter`, types: counts });
    if (limit !== undefined) parameterTypes(limit, { field: `/${kind}/limit`, types: counts });
    flagAt(hasMore, `/${kind}/hasMore`);
    const name = kind === "page" ? "totalPages" : "totalItems";
    const total = counted.kind === "page" ? counted.totalPages : counted.totalItems;
    const wanted = { field: `/${kind}/${name}`, types: counts };
    if (total && body) memberAt(body, total, "the body", wanted);
  }

  function flagAt(path: readonly string[] | undefined, field: string): void {
    if (path && body) memberAt(body, path, "the body", { field, types: ["boolean"] });
  }

  /**
   * Returns the expected types that a query parameter allows. Reports a missing parameter or a wrong type.
   */
  function parameterTypes(name: string, { field, types }: Wanted): readonly TypeName[] | undefined {
    const query = operation.parameters.filter((each) => each.in === "query");
    const parameter = query.find((each) => each.name === name);
    if (parameter === undefined) {
      const names = query.map((each) => each.name);
      complain(
        field,
        `The operation has no query parameter \`${name}\`${suggestionFor(name, names)}`,
      );
      return undefined;
    }
    const found = parameter.schema && typesAllowed(parameter.schema);
    const problem = typeMismatch(found, types);
    if (problem === undefined) return types.filter((type) => found?.has(type));
    complain(field, `The query parameter \`${name}\` must be ${typeWords(types)}, but ${problem}.`);
    return undefined;
  }

  /** Returns the schemas of the member at a pointer; reports a missing member or a wrong type. */
  function memberAt(
    roots: readonly Schema[],
    path: readonly string[],
    where: string,
    { field, types }: Wanted,
  ): readonly Schema[] | undefined {
    const parents = roots.flatMap((root) => schemasAt(root, path.slice(0, -1)));
    const name = path.at(-1);
    const found = name === undefined ? parents : parents.flatMap((each) => schemasAt(each, [name]));
    if (found.length === 0) {
      const names = parents.flatMap(memberNames);
      complain(
        field,
        `The schema of ${where} has no member ${pointerText(path)}${suggestionFor(name ?? "", names)}`,
      );
      return undefined;
    }
    const problem = found.map((each) => typeMismatch(typesAllowed(each), types)).find(Boolean);
    if (problem === undefined) return found;
    const what = path.length === 0 ? where : `The member ${pointerText(path)} of ${where}`;
    complain(field, `${capitalizeText(what)} must be ${typeWords(types)}, but ${problem}.`);
    return undefined;
  }

  function checkLinkHeader({ status, headers }: Response): void {
    const link = headers.find(({ name }) => name.toLowerCase() === "link");
    if (link === undefined) {
      complain("/link", `The response ${status} does not declare a header \`Link\`.`);
      return;
    }
    const problem = typeMismatch(link.schema && typesAllowed(link.schema), ["string"]);
    if (problem !== undefined) {
      complain("/link", `The header \`Link\` must be a string, but ${problem}.`);
    }
  }
}

/** Returns the first successful response with a JSON body, and the schemas of this body. */
function findPageResponse({ responses }: HttpOperation): {
  readonly response?: Response;
  readonly body?: readonly Schema[];
} {
  for (const response of responses) {
    if (!/^2|^default$/.test(response.status)) continue;
    const body = response.content.filter(isJson).flatMap(({ schema }) => schema ?? []);
    if (body.length > 0) return { response, body };
  }
  return {};
}

function isJson({ mediaType, items }: MediaType): boolean {
  return items === undefined && isJsonMediaType(mediaType);
}

/**
 * Describes the difference between types and the expected types, for an error message. Null is always
 * allowed.
 */
function typeMismatch(
  found: ReadonlySet<TypeName> | undefined,
  wanted: readonly TypeName[],
): string | undefined {
  if (found === undefined) return "its schema has no type";
  const others = [...found].filter((type) => type !== "null" && !wanted.includes(type));
  if (others.length === 0 && wanted.some((type) => found.has(type))) return undefined;
  return `can be ${typeWords(others.length === 0 ? [...found] : others)}`;
}

const words: Readonly<Record<TypeName, string>> = {
  null: "null",
  boolean: "a boolean",
  integer: "an integer",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
};

function typeWords(types: readonly TypeName[]): string {
  return types.map((type) => words[type]).join(" or ");
}

function pointerText(path: readonly string[]): string {
  return `\`${path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}\``;
}

function capitalizeText(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the end of a sentence about an unknown name. Suggests a similar name if one exists. */
function suggestionFor(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? "." : `; did you mean \`${nearest}\`?`;
}
