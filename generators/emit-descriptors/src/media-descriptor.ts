// Media Type Objects as descriptors: the kind of each body, and the codec of a JSON body.

import {
  type Declaration,
  dereference,
  type MediaType,
  mediaTypeEssence,
  type RequestBody,
  type Schema,
} from "@specwright/contract";
import type { EmitContext, Printable, TypeScriptFile } from "@specwright/emit-kit";
import {
  code,
  isFile,
  mediaKind,
  modules,
  parameterType,
  runtimeModule,
  stringLiteral,
} from "@specwright/emit-kit";
import { type Field, printObject } from "./object-literal.ts";
import { objectProperties } from "./object-properties.ts";
import { printProperties } from "./parameter-descriptor.ts";

/** Prints the media types of a body, by name. */
export function printContent(
  context: EmitContext,
  file: TypeScriptFile,
  content: readonly MediaType[],
): Printable {
  return printObject(content.map((media) => [media.mediaType, printMedia(context, file, media)]));
}

function printMedia(context: EmitContext, file: TypeScriptFile, media: MediaType): Printable {
  const kind = mediaKind(media.mediaType);
  if (kind === "form") return printForm(context, file, media);
  if (kind !== "json") return code`{ kind: "${kind}" }`;
  if (media.declaration === undefined) {
    return code`{ kind: "json", codec: ${file.import("anyJson", runtimeModule)} }`;
  }
  return code`{ kind: "json", codec: ${printCodec(context, file, media.declaration)} }`;
}

function printForm(context: EmitContext, file: TypeScriptFile, media: MediaType): Printable {
  const properties = media.schema && objectProperties(media.schema);
  return printObject([
    ["kind", stringLiteral("form")],
    [
      "fields",
      properties &&
        printObject(
          [...properties].map(([name, schema]) => [
            name,
            printField(context, schema, styleOf(media, name)),
          ]),
        ),
    ],
    ["codec", media.declaration && printCodec(context, file, media.declaration)],
  ]);
}

function printField(
  context: EmitContext,
  schema: Schema,
  styled: FieldStyle | undefined,
): Printable {
  const { type, array } = parameterType({ schema }, context.int64);
  const target = dereference(schema);
  const item =
    array && target.kind === "schema" && target.items ? dereference(target.items) : target;
  return printObject([
    ["type", stringLiteral(isFile(item) ? "file" : type)],
    ["array", array ? "true" : undefined],
    ...(styled === undefined ? [] : styleFields(context, schema, styled)),
  ]);
}

/** How the `encoding` of a form writes a field. */
interface FieldStyle {
  readonly style: string;
  readonly explode: boolean;
}

/** Returns the style of a field; absent if `encoding` leaves it to the type of the content. */
function styleOf({ mediaType, encoding }: MediaType, name: string): FieldStyle | undefined {
  if (mediaTypeEssence(mediaType) !== "application/x-www-form-urlencoded") return undefined;
  const { style, explode, allowReserved } = encoding.get(name) ?? {};
  if (style === undefined && explode === undefined && allowReserved === undefined) return undefined;
  const own = typeof style === "string" ? style : "form";
  return { style: own, explode: typeof explode === "boolean" ? explode : own === "form" };
}

function styleFields(
  { int64 }: EmitContext,
  schema: Schema,
  { style, explode }: FieldStyle,
): readonly Field[] {
  return [
    ["properties", printProperties(int64, { schema })],
    ["style", stringLiteral(style)],
    ["explode", explode === (style === "form") ? undefined : String(explode)],
  ];
}

/** Reports whether a body has a form with fields that a style writes. */
export function hasStyledFields({ content }: RequestBody): boolean {
  return content.some((media) =>
    [...media.encoding.keys()].some((name) => styleOf(media, name) !== undefined),
  );
}

/** Prints the reference to the codec of a declaration. */
export function printCodec(
  context: EmitContext,
  file: TypeScriptFile,
  declaration: Declaration,
): Printable {
  return code`${file.importNamespace("codecs", modules.codec)}.${context.names.codec(declaration)}`;
}
