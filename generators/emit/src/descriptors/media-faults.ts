// Finds bodies whose encoding OpenAPI does not define, and fields that have no effect on the encoding.

import {
  bodyKind,
  type Contract,
  type Encoding,
  fileKind,
  formFields,
  isXmlMediaType,
  type MediaType,
  mediaKind,
  mediaTypeEssence,
  objectProperties,
  type PartPosition,
  partPositions,
  possibleTypes,
  type Schema,
} from "@specwright/contract";
import type { Source } from "@specwright/spec-loader";
import { isOpenApi30, isUncorrected } from "./openapi-version.ts";
import { ignoredFault, type SerializationFault, undefinedFault } from "./serialization-fault.ts";

/** The charsets that the runtime can write. */
const written: readonly string[] = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1"];

const formStyles: readonly string[] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

/** Lists the faults of one media type of a body. */
export function mediaFaults(
  contract: Contract,
  media: MediaType,
  direction: "request" | "response",
): readonly SerializationFault[] {
  return [
    ...bytesFaults(media, direction),
    ...namedFaults(contract, media),
    ...positionFaults(media),
    ...versionFaults(contract, media),
  ];
}

/** Finds bodies for which the generated code leaves the encoding or decoding to the caller. */
function bytesFaults(media: MediaType, direction: string): readonly SerializationFault[] {
  const { mediaType, source } = media;
  const essence = mediaTypeEssence(mediaType);
  const kind = bodyKind(media);
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(mediaType)?.[1]?.toLowerCase();
  if (kind === "bytes" && essence.startsWith("multipart/")) {
    const parts =
      direction === "request"
        ? "the caller writes the parts, and sets the boundary in `content-type`"
        : "the caller reads the parts";
    const message = `The body (${essence}) is bytes, because no schema describes its parts: ${parts}.`;
    return [{ code: "BODY_AS_BYTES", message, source }];
  }
  if (isXmlMediaType(mediaType) && kind === "bytes" && isStructured(media)) {
    const message = `The body (${essence}) is bytes, because its schema cannot be written as XML.`;
    return [{ code: "BODY_AS_BYTES", message, source }];
  }
  if (kind !== "text" || charset === undefined || written.includes(charset)) return [];
  const message = `Text with the charset ${charset} can be read, but not written.`;
  return [{ code: "BODY_AS_BYTES", message, source }];
}

/** Reports whether the schema of a body describes objects or arrays. */
function isStructured({ schema }: MediaType): boolean {
  const types = schema === undefined ? [] : [...possibleTypes(schema)];
  return types.length > 0 && types.every((type) => type === "object" || type === "array");
}

/** Finds faults in the named fields of a form, and in `encoding`. */
function namedFaults(contract: Contract, media: MediaType): readonly SerializationFault[] {
  const { mediaType, encoding, source, schema } = media;
  const essence = mediaTypeEssence(mediaType);
  const kind = bodyKind(media);
  const faults: SerializationFault[] = [];
  if (kind === "form" && !isForm(essence)) {
    const message = `Parts of ${essence} have no names; properties are sent with names, as in multipart/form-data`;
    faults.push({ ...undefinedFault(source, message), severity: "info" });
  }
  if (kind === "form" && schema !== undefined && !possibleTypes(schema).has("object")) {
    const message = `A form (${essence}) must be an object, but its schema does not allow objects; no value can be sent`;
    faults.push(undefinedFault(source, message));
  }
  const properties: ReadonlyMap<string, Schema> =
    kind === "form" ? formFields(schema).named : new Map();
  for (const [name, object] of encoding) {
    const property = properties.get(name);
    if (property !== undefined) {
      faults.push(...encodingFaults(contract, { name, object, schema: property, essence, source }));
      continue;
    }
    const reason =
      kind === "form"
        ? "the form has no such property"
        : kind === "parts"
          ? "the parts have positions instead of names"
          : `it has no effect on bodies of ${essence}`;
    faults.push(ignoredFault(source, `\`encoding\` of "${name}": ${reason}`));
  }
  return faults;
}

function isForm(essence: string): boolean {
  return essence === "multipart/form-data" || essence === "application/x-www-form-urlencoded";
}

interface FieldEncoding {
  readonly name: string;
  readonly object: Encoding;
  readonly schema: Schema;
  readonly essence: string;
  readonly source: Source;
}

function encodingFaults(
  contract: Contract,
  { name, object, schema, essence, source }: FieldEncoding,
): readonly SerializationFault[] {
  const { style, contentType, raw } = object;
  const faults: SerializationFault[] = [];
  const where = `\`encoding\` of "${name}"`;
  const isStyled = hasStyle(object);
  const isUrlEncoded = !essence.startsWith("multipart/");
  const isFormData = essence === "multipart/form-data";
  const names = Object.keys(Object(raw["headers"])).filter((header) => !isContentType(header));
  if (names.length > 0 && isUrlEncoded) {
    faults.push(ignoredFault(source, `${where}: a URL-encoded form cannot have \`headers\``));
  } else if (names.length > 0 && isStyled && isFormData) {
    faults.push(ignoredFault(source, `${where}: \`headers\` are not sent beside a style`));
  } else if (names.some((header) => header.toLowerCase() === "content-disposition")) {
    const reason = "is generated from the name of the part";
    faults.push(ignoredFault(source, `${where}: the header Content-Disposition ${reason}`));
  }
  if (isStyled && isFormData && isOpenApi30(contract)) {
    faults.push(ignoredFault(source, `${where}: parts have no style before OpenAPI 3.1`));
  } else if (isStyled && !isFormData && !isUrlEncoded) {
    faults.push(ignoredFault(source, `${where}: parts of ${essence} have no style`));
  } else if (isStyled && fileKind(schema) !== undefined) {
    faults.push(ignoredFault(source, `${where}: a file has no style`));
  } else if (isStyled && contentType !== undefined) {
    faults.push(ignoredFault(source, `${where}: \`contentType\` has no effect beside a style`));
  }
  if (style !== undefined && !formStyles.includes(style)) {
    faults.push(undefinedFault(source, `${where}: forms do not have the style ${style}`));
  }
  return [...faults, ...contentFaults(where, object, schema, source)];
}

/** Finds faults in `prefixEncoding` and `itemEncoding`. */
function positionFaults(media: MediaType): readonly SerializationFault[] {
  const { prefixEncoding, itemEncoding, source, mediaType } = media;
  const { prefix = [], rest } = partPositions(media) ?? {};
  const all = [
    ...prefixEncoding.map((object, index) => ({
      where: `\`prefixEncoding\` at ${index}`,
      object,
      schema: prefix[index]?.schema,
    })),
    ...(itemEncoding === undefined
      ? []
      : [{ where: "`itemEncoding`", object: itemEncoding, schema: rest?.schema }]),
  ];
  const isByPosition = bodyKind(media) === "parts";
  return [
    ...namelessFaults(media),
    ...all.flatMap(({ where, object, schema }) => {
      if (!isByPosition) {
        const reason = `the parts of this body (${mediaTypeEssence(mediaType)}) have no positions`;
        return [ignoredFault(source, `${where}: ${reason}`)];
      }
      if (schema === undefined)
        return [ignoredFault(source, `${where}: the body has no such part`)];
      const styled = hasStyle(object)
        ? [ignoredFault(source, `${where}: parts without names have no style`)]
        : [];
      return [...styled, ...contentFaults(where, object, schema, source)];
    }),
  ];
}

/**
 * Finds parts of multipart/form-data that have a position but no name. RFC 7578 requires a header with a
 * name.
 */
function namelessFaults(media: MediaType): readonly SerializationFault[] {
  const { mediaType, source } = media;
  if (mediaTypeEssence(mediaType) !== "multipart/form-data") return [];
  const { prefix = [], rest } = partPositions(media) ?? {};
  const isNamed = ({ encoding }: PartPosition): boolean =>
    encoding?.headers.some(({ name }) => name.toLowerCase() === "content-disposition") ?? false;
  if ([...prefix, ...(rest === undefined ? [] : [rest])].every(isNamed)) return [];
  const message = "Parts of multipart/form-data with positions are sent without names";
  return [
    {
      ...undefinedFault(source, message),
      fix: "Declare a header Content-Disposition in `itemEncoding` or `prefixEncoding`, or use an object schema, so that its properties name the parts.",
    },
  ];
}

/** Finds faults in the content of one part or field. `where` is its name or its position. */
function contentFaults(
  where: string,
  { contentType, raw, ...style }: Encoding,
  schema: Schema,
  source: Source,
): readonly SerializationFault[] {
  const faults: SerializationFault[] = [];
  const nested = ["encoding", "prefixEncoding", "itemEncoding"].filter((key) => key in raw);
  for (const key of nested) {
    faults.push(
      ignoredFault(
        source,
        `${where}: \`${key}\` has no effect: parts within a part are not supported`,
      ),
    );
  }
  const types = contentType?.split(",") ?? [];
  const isObject = objectProperties(schema) !== undefined && !hasStyle({ ...style, raw });
  if (isObject && types.length > 0 && !types.some((type) => mediaKind(type.trim()) === "json")) {
    const message = `${where}: the object is written as JSON instead of ${contentType}`;
    faults.push(undefinedFault(source, message));
  }
  return faults;
}

/** Finds objects in forms whose encoding differs between versions of OpenAPI. */
function versionFaults(contract: Contract, media: MediaType): readonly SerializationFault[] {
  const { mediaType, schema, encoding, source } = media;
  const isUrlEncoded = mediaTypeEssence(mediaType) === "application/x-www-form-urlencoded";
  if (!isUncorrected(contract) || !isUrlEncoded || schema === undefined) return [];
  return [...formFields(schema).named].flatMap(([name, property]) => {
    if (encoding.has(name) || objectProperties(property) === undefined) return [];
    const message = `OpenAPI ${contract.formatVersion} writes the object "${name}" of the form as a pair for each property (\`style: form\`). Since 3.0.4 and 3.1.1, it is JSON.`;
    return [{ code: "FORM_STYLE_BY_VERSION", message, source } as const];
  });
}

function hasStyle({ style, explode, allowReserved }: Encoding): boolean {
  return [style, explode, allowReserved].some((field) => field !== undefined);
}

function isContentType(header: string): boolean {
  return header.toLowerCase() === "content-type";
}
