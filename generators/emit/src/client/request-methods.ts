// Prints methods that send a request over an open channel or feed, and wait for the reply.

import type { StreamRequest } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { messageUnion } from "../print/message-union.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { code, list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";

/** The methods, as members of the interface and as members of the object that implements it. */
export interface RequestMethods {
  readonly members: readonly Printable[];
  readonly created: readonly Printable[];
  /** The runtime's function that opens a channel with these methods. */
  readonly open: Printable;
}

/** Prints the methods for the given requests. */
export function requestMethods(
  context: EmitContext,
  file: TypeScriptFile,
  requests: readonly StreamRequest[],
): RequestMethods {
  const types = file.importTypeNamespace("types", modules.types);
  const print = (name: string): Printable => code`${types}.${name}`;
  const method = file.importType("RequestMethod", runtimeModule);
  const methods = requests.map(({ operation, messages, replies, correlation }) => ({
    name: context.names.request(operation),
    operation,
    parts: list(
      "<",
      [
        messageUnion(context, file, messages, {
          print,
          form: "written",
          ...(correlation !== undefined && { optional: [correlation.request] }),
        }),
        messageUnion(context, file, replies, { print, form: "read" }),
      ],
      ">",
      { trailing: false },
    ),
  }));
  return {
    members: methods.map(({ name, operation, parts }) => [
      docComment({
        summary: operation.summary,
        text: operation.description,
        lines: ["Resolves with the reply."],
        deprecated: operation.deprecated,
      }),
      code`readonly ${name}: ${method}${parts};`,
    ]),
    created: methods.map(
      ({ name, parts }) => code`${name}: method${parts}(${stringLiteral(name)}),`,
    ),
    open: file.import("openRequests", runtimeModule),
  };
}
