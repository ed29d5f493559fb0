// Prints Response Objects as descriptors. Each response and header in `components` becomes a constant.

import {
  allowedResponses,
  type HttpOperation,
  type Response,
  responseContent,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { runtimeModule } from "../print/modules.ts";
import type { Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import type { Components } from "./components.ts";
import { printContent, printHeaders } from "./media-descriptor.ts";
import { printObject } from "./object-literal.ts";

/** Prints the responses of an operation, by status. */
export function printResponses(
  context: EmitContext,
  file: TypeScriptFile,
  components: Components,
  operation: HttpOperation,
): Printable {
  const type = file.importType("ResponseDescriptor", runtimeModule);
  return printObject(
    allowedResponses(operation).map((response) => [
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
  response: Response,
): Printable {
  const { headers } = response;
  const content = responseContent(response);
  return printObject([
    ["headers", headers.length > 0 ? printHeaders(context, file, components, response) : undefined],
    [
      "content",
      content.length > 0 ? printContent(context, file, components, content, "response") : undefined,
    ],
  ]);
}
