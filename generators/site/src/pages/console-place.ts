import type { Channel, HttpOperation, SecurityScheme } from "@specwright/contract";
import type { PlainRequest } from "../console/plain-request.ts";
import { type Html, html } from "../html/html.ts";

/** The data of an operation for its console. */
export interface OperationPlace {
  readonly operation: HttpOperation;
  readonly request: PlainRequest;
  readonly securitySchemes: readonly SecurityScheme[];
  /** An example of the body, as JSON. */
  readonly example?: string | undefined;
}

/** The longest example, in characters. The page shows the example anyway. */
const MAX_EXAMPLE = 5_000;

/**
 * Writes the place of the console of an operation. It is empty and hidden until a script fills it.
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

/** Writes the place of the console of a channel. */
export function channelPlace({ id }: Channel): Html {
  return html`<div class="console" data-console="channel" data-channel="${id}" hidden></div>`;
}
