// Media Type Objects as descriptors: the kind of each body, and the codec of a JSON body.

import type { Declaration, MediaType } from "@specwright/contract";
import type { EmitContext, Printable, TypeScriptFile } from "@specwright/emit-kit";
import { bodyKind, code, modules, runtimeModule, stringLiteral } from "@specwright/emit-kit";
import { printFields } from "./form-descriptor.ts";
import { printObject } from "./object-literal.ts";

/** Prints the media types of a body, by name. */
export function printContent(
  context: EmitContext,
  file: TypeScriptFile,
  content: readonly MediaType[],
): Printable {
  return printObject(content.map((media) => [media.mediaType, printMedia(context, file, media)]));
}

function printMedia(context: EmitContext, file: TypeScriptFile, media: MediaType): Printable {
  const kind = bodyKind(media);
  if (kind === "form") return printForm(context, file, media);
  if (kind === "sequential") return printSequence(context, file, media);
  if (kind !== "json") return code`{ kind: "${kind}" }`;
  if (media.declaration === undefined) {
    return code`{ kind: "json", codec: ${file.import("anyJson", runtimeModule)} }`;
  }
  return code`{ kind: "json", codec: ${printCodec(context, file, media.declaration)} }`;
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

function printForm(context: EmitContext, file: TypeScriptFile, media: MediaType): Printable {
  return printObject([
    ["kind", stringLiteral("form")],
    ["fields", printFields(context, media)],
    ["codec", media.declaration && printCodec(context, file, media.declaration)],
  ]);
}

/** Prints the reference to the codec of a declaration. */
export function printCodec(
  context: EmitContext,
  file: TypeScriptFile,
  declaration: Declaration,
): Printable {
  return code`${file.importNamespace("codecs", modules.codec)}.${context.names.codec(declaration)}`;
}
