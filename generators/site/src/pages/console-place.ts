import type { Channel, HttpOperation, SecurityScheme } from "@specwright/contract";
import type { PlainRequest } from "../console/plain-request.ts";
import { type Html, html } from "../html/html.ts";

/** What the console of an operation begins with. */
export interface OperationPlace {
  readonly operation: HttpOperation;
  readonly request: PlainRequest;
  readonly securitySchemes: readonly SecurityScheme[];
  /** An example of the body, as JSON. */
  readonly example?: string | undefined;
}

/** In characters: the page has the example already. */
const MAX_EXAMPLE = 5_000;

/**
 * Writes the place in which the console of an operation appears: empty and hidden, since it is
 * nothing without a script.
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

/** Writes the place in which the console of a channel appears. */
export function channelPlace({ id }: Channel): Html {
  return html`<div class="console" data-console="channel" data-channel="${id}" hidden></div>`;
}
