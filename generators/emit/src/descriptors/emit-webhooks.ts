// Prints `webhooks.ts`: the requests that the provider of an API sends to its consumers. The provider uses
// the descriptors. The consumer uses the table of the descriptors, and the interface for its handlers.

import { type Webhook, webhooksOf } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import { emitPart } from "../print/emit.ts";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { block, code, list, type Printable } from "../print/printable.ts";
import { requestForms, responseForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { createComponents } from "./components.ts";
import { printDescriptor } from "./operation-descriptor.ts";

/**
 * Writes `webhooks.ts`, unless the document has neither webhooks nor callbacks. `validation` is the name of
 * the runtime's constant with the violations that are reported but accepted.
 */
export function emitWebhooks(context: EmitContext, validation: string | undefined): void {
  const { contract, names } = context;
  const webhooks = webhooksOf(contract);
  if (webhooks.length === 0) return;
  const file = context.typescript("webhooks.ts");
  const components = createComponents(context, file);
  const descriptor = file.importType("WebhookDescriptor", runtimeModule);
  for (const { operation, name, url } of webhooks) {
    // The security requirements of the whole document apply to requests to the API, not to requests to its
    // consumers.
    const isOwn = contract.fieldOf(operation.source, "security") !== undefined;
    emitPart(operation.source, () =>
      printDescriptor(context, file, components, {
        operation: isOwn ? operation : { ...operation, security: [] },
        named: operation,
        descriptor,
        address: [
          ["webhook", stringLiteral(name)],
          ["url", url === undefined ? undefined : stringLiteral(url)],
          ["path", stringLiteral("")],
          ["validation", validation && file.import(validation, runtimeModule)],
        ],
      }),
    );
  }
  const values = webhooks.map(({ operation }) => names.operation(operation).value);
  file.print(code`/** Every webhook and callback of the contract. */
export const webhooks: readonly ${descriptor}[] = ${list("[", values, "]")};`);
  file.print(
    docComment({
      text: `The handlers of the webhooks and callbacks of ${contract.info.title}. \`Context\` describes the sender.`,
    }),
    code`export interface ${names.api}WebhookHandlers<Context = undefined> ${block(
      "{",
      webhooks.map((webhook) =>
        emitPart(webhook.operation.source, () => printHandler(context, file, webhook)),
      ),
      "}",
    )}`,
  );
  components.printFirst();
}

function printHandler(
  context: EmitContext,
  file: TypeScriptFile,
  { operation, name, url }: Webhook,
): Printable {
  const { value } = context.names.operation(operation);
  const types = file.importTypeNamespace("types", modules.types);
  const request = code`${types}.${requestForms(context, operation).read}`;
  const response = code`${types}.${responseForms(context, operation).written}`;
  return [
    docComment({
      summary: operation.summary,
      text: operation.description,
      lines: [`${operation.method.toUpperCase()} ${name}${url === undefined ? "" : ` ${url}`}`],
      deprecated: operation.deprecated,
    }),
    code`${value}${list("(", [code`request: ${request}`, "context: Context"], ")")}: ${response} | Promise<${response}>;`,
  ];
}
