import {
  type Channel,
  dereference,
  type ParameterLocation,
  type Schema,
} from "@specwright/contract";

/** The parameters at one location of a channel, with their schemas. */
export interface GroupMembers {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** Whether the server rejects undeclared parameters. */
  readonly isClosed: boolean;
}

/** Returns the parameters that a channel has at a location. */
export function groupMembers(channel: Channel, location: ParameterLocation): GroupMembers {
  const group = channel.parameterGroups.find((each) => each.in === location);
  const schemas = new Map<string, Schema>();
  const required = new Set<string>();
  let isClosed = false;
  const seen = new Set<Schema>();
  const waiting = group === undefined ? [] : [group.declaration.schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const schema = dereference(next);
    if (schema.kind === "boolean" || seen.has(schema)) continue;
    seen.add(schema);
    for (const [name, member] of schema.properties ?? []) schemas.set(name, member);
    for (const name of schema.required ?? []) required.add(name);
    const { additionalProperties: others } = schema;
    isClosed ||= others?.kind === "boolean" && !others.value;
    waiting.push(...(schema.allOf ?? []), ...(schema.ref ? [schema.ref.target] : []));
  }
  return { schemas, required, isClosed };
}
