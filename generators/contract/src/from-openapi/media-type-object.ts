import type { Encoding, MediaType } from "../model/operation.ts";
import type { Declaration, Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import type { Build } from "../reading/build.ts";
import { declareTarget, declareUse, isAlias } from "../reading/declarations.ts";
import { listField, mapField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import {
  memberOf,
  type ObjectPlace,
  omitUndefined,
  type Place,
  sourceOf,
} from "../reading/place.ts";
import { isRestrictedText } from "../schema/restricted-text.ts";
import { readSchema } from "../schema/schema-object.ts";
import {
  type PartHeaders,
  type PartUse,
  type ReadPartHeaders,
  readEncoding,
} from "./encoding-object.ts";
import { readExamples } from "./example-object.ts";
import {
  isJsonMediaType,
  isXmlMediaType,
  mediaTypeEssence,
  sequentialFormat,
} from "./media-type.ts";
import { reportMisplaced } from "./openapi.ts";
import { readItems } from "./sequential-items.ts";

/**
 * Reads the `content` of a body, response, parameter or header, in code point order. `names` are candidates
 * for the names of inline schemas, best first. Schemas of the first JSON media type use these names
 * unchanged; schemas of other media types append the media type. Without `names`, no schema is declared.
 * Schemas of bytes and of plain text are not declared either. `readHeaders` reads the headers of parts; for
 * a parameter, the argument is absent.
 */
export function readContent(
  build: Build,
  parent: ObjectPlace,
  names: readonly string[],
  readHeaders?: ReadPartHeaders,
): MediaType[] {
  const entries = mapField(build, parent, "content");
  const primary = primaryMediaType(entries.map(([mediaType]) => mediaType));
  const content: MediaType[] = [];
  for (const [mediaType, start] of entries) {
    const place = followReference(build, start)?.place;
    if (place === undefined) continue;
    reportMisplaced(build, place, "a Media Type Object");
    const suffix = mediaType === primary ? "" : ` ${mediaTypeEssence(mediaType)}`;
    const schema = schemaField(build, place, "schema");
    const isDeclared =
      (isStructured(mediaType) && !(mediaType.includes("*") && isBinary(schema))) ||
      (isXmlMediaType(mediaType) && hasStructure(schema)) ||
      (isTextMediaType(mediaType) && schema !== undefined && isRestrictedText(schema));
    const ownNames = isDeclared ? names.map((name) => name + suffix) : [];
    const use = isMultipart(mediaType) ? ownNames[0] : undefined;
    const isFormData = mediaTypeEssence(mediaType) === "multipart/form-data";
    const itemSchema = schemaField(build, place, "itemSchema");
    const isFirst = content.every(({ itemSchema: other, items }) => (other ?? items) === undefined);
    const itemNames = names.map((name) =>
      isFirst ? name : `${name} ${mediaTypeEssence(mediaType)}`,
    );
    const format = sequentialFormat(mediaTypeEssence(mediaType));
    content.push(
      omitUndefined({
        mediaType,
        schema,
        declaration: contentDeclaration(build, schema, ownNames),
        itemSchema,
        itemDeclaration: contentDeclaration(
          build,
          itemSchema,
          itemNames.map((name) => `${name} item`),
        ),
        items:
          format && names.length > 0
            ? readItems(build, place, format, itemNames, { schema, itemSchema })
            : undefined,
        examples: readExamples(build, place),
        ...readEncodings(build, place, (encoding, part, isStyled) =>
          use === undefined || readHeaders === undefined || (isStyled && isFormData)
            ? { headers: [] }
            : readHeaders(build, encoding, { ...part, use: `${use} ${part.use}` }),
        ),
        source: sourceOf(place),
      }),
    );
  }
  return content;
}

/** Reads the Encoding Objects of a body, by name and by position. */
function readEncodings(
  build: Build,
  place: ObjectPlace,
  readHeaders: (encoding: ObjectPlace, part: PartUse, isStyled: boolean) => PartHeaders,
): Pick<MediaType, "encoding" | "prefixEncoding" | "itemEncoding"> {
  const read = (start: Place, part: PartUse): Encoding | undefined =>
    readEncoding(build, start, (found, isStyled) => readHeaders(found, part, isStyled));
  const named = mapField(build, place, "encoding").flatMap(([name, start]) => {
    const encoding = read(start, { use: name, isNamed: true });
    return encoding === undefined ? [] : [[name, encoding] as const];
  });
  const prefixEncoding = listField(build, place, "prefixEncoding").flatMap(
    (start, index) => read(start, { use: `part ${index + 1}`, isNamed: false }) ?? [],
  );
  const item = memberOf(place, "itemEncoding");
  const itemEncoding = item && read(item, { use: "part", isNamed: false });
  return { encoding: new Map(named), prefixEncoding, ...(itemEncoding && { itemEncoding }) };
}

function schemaField(build: Build, place: ObjectPlace, key: string): Schema | undefined {
  const field = memberOf(place, key);
  return field === undefined ? undefined : readSchema(build, field);
}

function contentDeclaration(
  build: Build,
  schema: Schema | undefined,
  names: readonly string[],
): Declaration | undefined {
  if (schema === undefined) return undefined;
  if (isAlias(schema)) return declareTarget(build, schema.ref.target);
  return names.length === 0 ? undefined : declareUse(build, schema, "body", names);
}

function primaryMediaType(mediaTypes: readonly string[]): string | undefined {
  const exact = mediaTypes.find((mediaType) => mediaTypeEssence(mediaType) === "application/json");
  const kinds = [isJsonMediaType, isStructured, isXmlMediaType, isTextMediaType];
  return kinds.reduce((found, isOne) => found ?? mediaTypes.find(isOne), exact);
}

/** Reports whether a schema describes objects or arrays. */
function hasStructure(schema: Schema | undefined): boolean {
  const target = schema && dereference(schema);
  if (target?.kind !== "schema") return false;
  const { types = [], properties, items, allOf } = target;
  const isTyped = types.includes("object") || types.includes("array");
  return isTyped || properties !== undefined || items !== undefined || allOf !== undefined;
}

/** Reports whether a schema describes bytes. */
function isBinary(schema: Schema | undefined): boolean {
  const target = schema && dereference(schema);
  if (target?.kind !== "schema") return false;
  const { format, contentMediaType, contentEncoding } = target;
  return format === "binary" || (contentMediaType !== undefined && contentEncoding === undefined);
}

function isTextMediaType(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  const isOther = isJsonMediaType(essence) || sequentialFormat(essence) !== undefined;
  return essence.startsWith("text/") && !isOther;
}

function isStructured(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  return (
    isJsonMediaType(mediaType) ||
    essence === "application/x-www-form-urlencoded" ||
    isMultipart(mediaType)
  );
}

function isMultipart(mediaType: string): boolean {
  return mediaTypeEssence(mediaType).startsWith("multipart/");
}
