// Response Objects as descriptors. A response or a header of `components` is a constant.

import type { HttpOperation, Parameter, Response } from "@specwright/contract";
import type { EmitContext, Printable, TypeScriptFile } from "@specwright/emit-kit";
import { list, runtimeModule } from "@specwright/emit-kit";
import type { Components } from "./components.ts";
import { printCodec, printContent } from "./media-descriptor.ts";
import { printObject } from "./object-literal.ts";
import { textFields } from "./parameter-descriptor.ts";

/** Prints the responses of an operation by status. */
export function printResponses(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  { responses }: HttpOperation,
): Printable {
  const type = file.importType("ResponseDescriptor", runtimeModule);
  return printObject(
    responses.map((response) => [
      response.status,
      components.refer({
        kind: "response",
        source: response.source,
        type,
        print: () => printResponse(context, file, components, response),
      }),
    ]),
  );
}

function printResponse(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  { headers, content }: Response,
): Printable {
  const type = file.importType("HeaderDescriptor", runtimeModule);
  const printed = headers.map((header) =>
    components.refer({
      kind: "header",
      source: header.source,
      use: header.name,
      type,
      print: () => printHeader(context, file, header),
    }),
  );
  return printObject([
    ["headers", printed.length > 0 ? list("[", printed, "]") : undefined],
    ["content", content.length > 0 ? printContent(context, file, content) : undefined],
  ]);
}

function printHeader(context: EmitContext, file: TypeScriptFile, header: Parameter): Printable {
  const { declaration } = header;
  return printObject([
    ...textFields(context, header),
    ["codec", declaration && printCodec(context, file, declaration)],
  ]);
}
