import { reportExtension } from "../extensions/report-extension.ts";
import { type RuleFields, ruleFields } from "../extensions/rule-fields.ts";
import type { Pagination } from "../model/pagination.ts";
import type { Build } from "../reading/build.ts";
import { holdsObject, kindOf, member, type ObjectPlace, sourceOf } from "../reading/place.ts";
import { present } from "../reading/present.ts";

const kinds = ["cursor", "page", "offset", "link"] as const;

/** Reads `x-pagination` of an operation; one with a fault is reported and ignored. */
export function readPagination(build: Build, operation: ObjectPlace): Pagination | undefined {
  const place = member(operation, "x-pagination");
  if (place === undefined) return undefined;
  const fields = ruleFields(build, place);
  if (!holdsObject(place)) return undefined;
  const kind = oneOf(build, place, kinds);
  const all = { items: fields.bodyPointer("items"), source: sourceOf(place) };
  const rule = kind && readKind(build, fields, kind);
  // What more than one kind says is not read, and is no unknown field.
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
      const isPlaced = holdsObject(place) && oneOf(build, place, ["next", "lastItem"]);
      return isPlaced ? present({ kind, parameter, next, lastItem, hasMore }) : undefined;
    }
    case "page": {
      const first = own.optionalChoice("first", [0, 1]) ?? 1;
      const totalPages = own.optionalPointer("totalPages");
      const limit = own.optionalText("limit");
      return present({ kind, parameter, first, limit, totalPages, hasMore });
    }
    case "offset": {
      const totalItems = own.optionalPointer("totalItems");
      const limit = own.optionalText("limit");
      return present({ kind, parameter, limit, totalItems, hasMore });
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

/** Returns the one key that an object has; reports none, and more than one. */
function oneOf<Key extends string>(
  build: Build,
  place: ObjectPlace,
  keys: readonly Key[],
): Key | undefined {
  const found = keys.filter((key) => member(place, key) !== undefined);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const name = place.pointer.slice(place.pointer.lastIndexOf("/") + 1);
  const has = found.length === 0 ? "has none" : `has ${written(found, "and")}`;
  const message = `\`${name}\` must have exactly one of ${written(keys, "and")}, but ${has}.`;
  reportExtension(build, place, message);
  return undefined;
}

function written(names: readonly string[], word: string): string {
  const quoted = names.map((name) => `\`${name}\``);
  return [quoted.slice(0, -1).join(", "), quoted.at(-1)].filter(Boolean).join(` ${word} `);
}
