// Prints Media Type Objects as descriptors: the kind of each body, and the codec for a JSON body.

import {
  bodyKind,
  type Declaration,
  dereference,
  type MediaType,
  type Parameter,
  type PartPosition,
  type PropertyDefault,
  partPositions,
  textDeclaration,
  type XmlShape,
  xmlShape,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral, valueFunction } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { code, list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { codecName } from "../rules/declared-codecs.ts";
import type { Components } from "./components.ts";
import {
  type HeaderCarrier,
  type PrintHeaders,
  printFields,
  printPosition,
} from "./form-descriptor.ts";
import { type Field, printObject } from "./object-literal.ts";
import { textFields } from "./parameter-descriptor.ts";
import { headersEncoderOf } from "./request-encoders.ts";

/** Prints the media types of a body by their names. */
export function printContent(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  content: readonly MediaType[],
  direction: "request" | "response",
): Printable {
  const printing: MediaPrinting = {
    components,
    isAnswer: direction === "response",
    printPart: (encoding) => printPartHeaders(context, file, components, encoding),
  };
  return printObject(
    content.map((media) => [media.mediaType, printMedia(context, file, media, printing)]),
  );
}

/** The context for printing the media types of a body. */
interface MediaPrinting {
  readonly components: Components;
  readonly isAnswer: boolean;
  readonly printPart: PrintHeaders;
}

function printPartHeaders(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  encoding: HeaderCarrier | undefined,
): readonly Field[] {
  if (encoding === undefined || encoding.headers.length === 0) return [];
  return [
    ["headers", printHeaders(context, file, components, encoding)],
    ["encodeHeaders", file.import(headersEncoderOf(context, encoding.headers), runtimeModule)],
  ];
}

function printMedia(
  context: EmitContext,
  file: TypeScriptFile,
  media: MediaType,
  printing: MediaPrinting,
): Printable {
  const kind = bodyKind(media);
  if (kind === "xml") return printXml(context, file, printing.components, media);
  if (kind === "form") return printForm(context, file, media, printing);
  if (kind === "parts") return printParts(context, file, media, printing);
  if (kind === "sequential") return printSequence(context, file, media);
  if (kind === "text") {
    const declaration = textDeclaration(media);
    return printObject([
      ["kind", stringLiteral("text")],
      ["codec", declaration && printCodec(context, file, declaration)],
    ]);
  }
  if (kind !== "json") return code`{ kind: "${kind}" }`;
  if (media.declaration === undefined) {
    return code`{ kind: "json", codec: ${file.import("anyJson", runtimeModule)} }`;
  }
  return code`{ kind: "json", codec: ${printCodec(context, file, media.declaration)} }`;
}

/** Prints an XML body. The XML names of a component are a constant. */
function printXml(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  media: MediaType,
): Printable {
  const shape = xmlShape(media);
  const { schema, declaration } = media;
  if (shape === undefined || schema === undefined) return code`{ kind: "bytes" }`;
  const printed = components.refer({
    kind: "schema",
    source: dereference(schema).source,
    type: file.importType("XmlShape", runtimeModule),
    print: () => printXmlShape(shape),
  });
  const codec =
    declaration === undefined
      ? file.import("anyJson", runtimeModule)
      : printCodec(context, file, declaration);
  const create = file.import("xmlCodec", runtimeModule);
  return printObject([
    ["kind", stringLiteral("xml")],
    ["codec", code`/* @__PURE__ */ ${create}${list("(", [codec, printed], ")")}`],
  ]);
}

function printXmlShape(shape: XmlShape): Printable {
  const { name, prefix, namespace, node, type, properties, additional, items } = shape;
  return printObject([
    ["name", name && stringLiteral(name)],
    ["prefix", prefix && stringLiteral(prefix)],
    ["namespace", namespace && stringLiteral(namespace)],
    ["node", node && stringLiteral(node)],
    ["type", type && stringLiteral(type)],
    [
      "properties",
      properties && printObject([...properties].map(([key, inner]) => [key, printXmlShape(inner)])),
    ],
    ["additional", additional && printXmlShape(additional)],
    ["items", items && printXmlShape(items)],
    ["wrapped", shape.wrapped && "true"],
    ["required", shape.required && "true"],
  ]);
}

const eventFormats = {
  text: "eventStream",
  json: "jsonEventStream",
  either: "mixedEventStream",
} as const;

function printSequence(
  context: EmitContext,
  file: TypeScriptFile,
  { items }: MediaType,
): Printable {
  const { format = "json-lines", data = "text", declaration } = items ?? {};
  const name =
    format === "event-stream"
      ? eventFormats[data]
      : format === "json-seq"
        ? "jsonSequence"
        : "jsonLines";
  return printObject([
    ["kind", stringLiteral("sequential")],
    ["format", file.import(name, runtimeModule)],
    [
      "codec",
      declaration === undefined
        ? file.import("anyJson", runtimeModule)
        : printCodec(context, file, declaration),
    ],
  ]);
}

function printForm(
  context: EmitContext,
  file: TypeScriptFile,
  media: MediaType,
  { isAnswer, printPart }: MediaPrinting,
): Printable {
  return printObject([
    ["kind", stringLiteral("form")],
    ...printFields(context, media, printPart),
    ["codec", media.declaration && printCodec(context, file, media.declaration)],
    ["receive", isAnswer ? file.import("receiveForm", runtimeModule) : undefined],
  ]);
}

function printParts(
  context: EmitContext,
  file: TypeScriptFile,
  media: MediaType,
  { printPart }: MediaPrinting,
): Printable {
  const { prefix = [], rest, isStream } = partPositions(media) ?? {};
  const print = (position: PartPosition): Printable => printPosition(context, position, printPart);
  const declaration = isStream ? media.itemDeclaration : media.declaration;
  return printObject([
    ["kind", stringLiteral("parts")],
    ["format", file.import(isStream ? "partStream" : "partList", runtimeModule)],
    ["prefix", prefix.length === 0 ? undefined : list("[", prefix.map(print), "]")],
    ["rest", rest && print(rest)],
    ["codec", declaration && printCodec(context, file, declaration)],
  ]);
}

/** Prints the headers of a response or of a part. */
export function printHeaders(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  { headers, headersDeclaration }: HeaderCarrier,
): Printable {
  const type = file.importType("HeaderDescriptor", runtimeModule);
  const schema = headersDeclaration?.schema;
  const defaults = schema?.kind === "schema" ? context.defaults.of(schema) : undefined;
  const printed = headers.map((header) =>
    components.refer({
      kind: "header",
      source: header.source,
      use: header.name,
      type,
      print: () => printHeader(context, file, header, defaults?.get(header.name)),
    }),
  );
  return list("[", printed, "]");
}

function printHeader(
  context: EmitContext,
  file: TypeScriptFile,
  header: Parameter,
  preset: PropertyDefault | undefined,
): Printable {
  const { declaration } = header;
  return printObject([
    ...textFields(context, header),
    ["codec", declaration && printCodec(context, file, declaration)],
    ["default", preset && valueFunction(preset.value)],
  ]);
}

/** Prints a reference to the codec of a declaration. */
export function printCodec(
  context: EmitContext,
  file: TypeScriptFile,
  declaration: Declaration,
): Printable {
  return code`${file.importNamespace("codecs", modules.codec)}.${codecName(context, declaration)}`;
}
