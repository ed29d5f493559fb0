import { operationSchemas } from "../directions/operation-schemas.ts";
import type { Message } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";
import type { Declaration, Schema } from "../model/schema.ts";
import { allSchemas } from "../schema/schema-sets.ts";

/**
 * Lists the declarations that the operations and channels of a contract use in messages, parameters and
 * bodies, directly or indirectly. A schema also uses the schemas in the mapping of its discriminator, and
 * its template.
 */
export function usedDeclarations(contract: Contract): readonly Declaration[] {
  const roots = new Set(channelSchemas(contract));
  for (const schemas of Object.values(operationSchemas(contract))) {
    for (const schema of schemas) roots.add(schema);
  }
  let used = allSchemas(roots);
  for (;;) {
    const mapped = [...used.keys()].flatMap((schema) => {
      if (schema.kind === "boolean") return [];
      const template = contract.instanceOf(schema)?.template ?? schema;
      return [...(schema.discriminator?.mapping.values() ?? []), template];
    });
    const more = mapped.filter((schema) => !used.has(schema));
    if (more.length === 0) break;
    used = allSchemas([...used.keys(), ...more], used);
  }
  return contract.declarations.filter(({ schema }) => used.has(schema));
}

function channelSchemas({ channels, channelOperations, messages }: Contract): readonly Schema[] {
  const all: readonly Message[] = [
    ...messages,
    ...channels.flatMap((channel) => channel.messages),
    ...channelOperations.flatMap((operation) => operation.reply?.messages ?? []),
  ];
  return [
    ...all.flatMap(({ payload, headers, key }) => [payload, headers, key]),
    ...channels.flatMap(({ parameterGroups }) =>
      parameterGroups.map(({ declaration }) => declaration),
    ),
  ].flatMap((declaration) => declaration?.schema ?? []);
}
