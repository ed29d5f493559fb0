// Converts a sample page to the last page of its list, so that a client which reads all pages stops.

import type { Pagination } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";

/**
 * A property that shows whether more pages follow, and its possible values on the last page. The value
 * `undefined` means that the property is missing.
 */
interface Change {
  readonly path: readonly string[];
  readonly values: readonly (JsonValue | undefined)[];
}

/**
 * Lists variants of a body that are marked as the last page. Variants with all changes are first. The list
 * is empty if the body is already marked as the last page, or if the operation has no such mark.
 */
export function lastPages(pagination: Pagination, body: JsonValue): readonly JsonValue[] {
  const changes = changesOf(pagination, body);
  let together: readonly JsonValue[] = [body];
  for (const change of changes) together = together.flatMap((each) => changedBodies(each, change));
  if (changes.length === 0) return [];
  // If the schema does not allow all changes together, one changed property is enough.
  return [...together, ...changes.flatMap((change) => changedBodies(body, change))];
}

function changesOf(pagination: Pagination, body: JsonValue): readonly Change[] {
  if (pagination.kind === "link") return nextOf(pagination.next, body);
  const { hasMore } = pagination;
  const isMore = hasMore !== undefined && memberAt(body, hasMore) === true;
  return [
    ...(isMore ? [{ path: hasMore, values: [false, undefined] }] : []),
    ...(pagination.kind === "cursor"
      ? nextOf(pagination.next, body)
      : totalOf(pagination, body, hasMore !== undefined && !isMore)),
  ];
}

function nextOf(path: readonly string[] | undefined, body: JsonValue): readonly Change[] {
  const next = path && memberAt(body, path);
  if (path === undefined || next === undefined || next === null || next === "") return [];
  return [{ path, values: [null, undefined, ""] }];
}

function totalOf(
  pagination: Extract<Pagination, { kind: "page" | "offset" }>,
  body: JsonValue,
  isSaid: boolean,
): readonly Change[] {
  const { kind, items } = pagination;
  const path = kind === "page" ? pagination.totalPages : pagination.totalItems;
  if (path === undefined) return [];
  const total = memberAt(body, path);
  const isNumber = typeof total === "number" || typeof total === "bigint";
  if (!isNumber && isSaid) return [];
  const listed = memberAt(body, items);
  const count = kind === "page" ? 1 : isJsonArray(listed) ? listed.length : 0;
  return isNumber && total <= count ? [] : [{ path, values: [count] }];
}

function memberAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let member: JsonValue | undefined = value;
  for (const name of path) {
    member = isJsonObject(member) && Object.hasOwn(member, name) ? member[name] : undefined;
  }
  return member;
}

function changedBodies(body: JsonValue, { path, values }: Change): readonly JsonValue[] {
  return values.map((value) => withMember(body, path, value));
}

function withMember(
  body: JsonValue | undefined,
  [name, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue {
  const members: JsonObject = isJsonObject(body) ? body : {};
  if (name === undefined) return value ?? members;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(members).filter(([each]) => each !== name));
  }
  const member = rest.length === 0 ? value : withMember(members[name], rest, value);
  return { ...members, ...(member !== undefined && { [name]: member }) };
}

/**
 * Returns a `Link` header (RFC 8288) in which the link to the next page is marked as a link to the last
 * page. Returns `undefined` if the header has no link to a next page.
 */
export function lastLink(header: JsonValue): string | undefined {
  const next = /(\brel\s*=\s*)(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/gi;
  if (typeof header !== "string" || header.search(next) < 0) return undefined;
  return header.replaceAll(next, '$1"last"');
}
