// Media Type Objects as descriptors: which kind of body each is, and the codec of a JSON one.

import type { MediaType } from "@specwright/contract";
import type { EmitContext, Printable, TypeScriptFile } from "@specwright/emit-kit";
import { code, mediaKind, modules, runtimeModule } from "@specwright/emit-kit";
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
  const kind = mediaKind(media.mediaType);
  if (kind !== "json") return code`{ kind: "${kind}" }`;
  if (media.declaration === undefined) {
    return code`{ kind: "json", codec: ${file.import("anyJson", runtimeModule)} }`;
  }
  const codec = file.import("jsonCodec", runtimeModule);
  const schema = file.import(context.names.schema(media.declaration), modules.schemas);
  return code`{ kind: "json", codec: ${codec}(${schema}) }`;
}
