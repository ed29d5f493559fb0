// A channel has its parameters as object schemas (the address, the WebSocket binding). The
// transports need them one by one, as in an OpenAPI operation.

import type { Parameter, ParameterGroup } from "../model/operation.ts";

/** Lists the parameters of a group, with the default `style` and `explode` of their location. */
export function groupParameters(group: ParameterGroup): readonly Parameter[] {
  const { schema } = group.declaration;
  if (schema.kind === "boolean" || schema.properties === undefined) return [];
  const required = new Set(schema.required);
  const form = group.in === "query" || group.in === "cookie";
  return [...schema.properties].map(([name, property]) => ({
    name,
    in: group.in,
    required: group.in === "path" || required.has(name),
    deprecated: property.kind === "schema" && property.deprecated === true,
    style: form ? "form" : "simple",
    explode: form,
    allowReserved: false,
    schema: property,
    examples: [],
    extensions: new Map(),
    source: property.source,
  }));
}
