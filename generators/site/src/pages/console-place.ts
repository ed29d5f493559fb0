import type { Channel, HttpOperation, SecurityScheme } from "@specwright/contract";
import type { PlainRequest } from "../console/plain-request.ts";
import { type Html, html } from "../html/html.ts";

/** The data that a page contains for the console of an operation. */
export interface OperationPlace {
  readonly operation: HttpOperation;
  readonly request: PlainRequest;
  readonly securitySchemes: readonly SecurityScheme[];
  /** An example of the body, as JSON text. */
  readonly example?: string | undefined;
}

/** A longer example, in characters, is not repeated for the console. The page itself shows the example. */
const MAX_EXAMPLE = 5_000;

/**
 * Writes the element in which the console of an operation opens. The element is empty and hidden until a
 * script fills it.
 */
export function operationPlace({
  operation,
  request,
  securitySchemes,
  example,
}: OperationPlace): Html {
  const names = new Set(operation.security.flatMap((each) => [...each.keys()]));
  const schemes = securitySchemes.flatMap(({ id, type, raw }) =>
    names.has(id) ? [[id, { type, scheme: raw["scheme"], in: raw["in"], name: raw["name"] }]] : [],
  );
  const schemesText = JSON.stringify(Object.fromEntries(schemes), (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const isShort = example !== undefined && example.length <= MAX_EXAMPLE;
  return html`<div class="console" data-console="operation" data-operation="${operation.id}" data-request="${JSON.stringify(request)}" data-schemes="${schemesText}" data-example="${isShort ? example : ""}" hidden></div>`;
}

/** Writes the element in which the console of a channel opens. */
export function channelPlace({ id }: Channel): Html {
  return html`<div class="console" data-console="channel" data-channel="${id}" hidden></div>`;
}
