import {
  type Channel,
  type Contract,
  createNames,
  type Declaration,
  type HttpOperation,
  type Schema,
  schemaReferences,
  walkSchemas,
} from "@specwright/contract";
import { pagePaths } from "../paths/page-paths.ts";
import { channelTitle } from "../reference/channel-title.ts";
import { operationTitle } from "../reference/operation-title.ts";
import type { Reference, ReferenceOptions, SchemaUse } from "../reference/reference.ts";
import { plainText } from "../text/plain-text.ts";

/** Creates the data that all reference pages of a contract share. */
export function createReference(contract: Contract, options: ReferenceOptions): Reference {
  const paths = pagePaths(contract);
  const uses = new Map<Declaration, Map<string, SchemaUse>>();
  const add = (schema: Schema, use: SchemaUse): void => {
    walkSchemas(schema, (each) => {
      const own = each === schema ? undefined : contract.declarationOf(each);
      const targets = schemaReferences(each).map((target) => contract.declarationOf(target));
      for (const declaration of [own, ...targets]) {
        if (declaration === undefined || paths.schema(declaration) === use.path) continue;
        const known = uses.get(declaration) ?? new Map<string, SchemaUse>();
        uses.set(declaration, known.set(use.path, use));
      }
      return undefined;
    });
  };
  const addRoot = (schema: Schema | undefined, use: SchemaUse): void => {
    if (schema === undefined) return;
    const declaration = contract.declarationOf(schema);
    if (declaration !== undefined && declaration.origin !== "parameters") {
      const known = uses.get(declaration) ?? new Map<string, SchemaUse>();
      uses.set(declaration, known.set(use.path, use));
    }
    add(schema, use);
  };
  for (const operation of [...contract.operations, ...contract.webhooks]) {
    const use = { title: operationTitle(operation), path: paths.operation(operation) };
    for (const schema of operationSchemas(operation)) addRoot(schema, use);
  }
  for (const channel of contract.channels) {
    const use = { title: channelTitle(channel), path: paths.channel(channel) };
    for (const schema of channelSchemas(channel)) addRoot(schema, use);
  }
  for (const declaration of contract.declarations) {
    const path = paths.schema(declaration);
    if (path === undefined) continue;
    add(declaration.schema, { title: plainText(declaration.name) || "unnamed", path });
  }
  return {
    contract,
    options,
    paths,
    names: createNames(contract),
    usesOf: (declaration) => [...(uses.get(declaration)?.values() ?? [])],
  };
}

/** Lists the schemas that an operation refers to directly, including the schemas of its callbacks. */
function operationSchemas(operation: HttpOperation): readonly (Schema | undefined)[] {
  const bodies = [operation.requestBody, ...operation.responses].flatMap(
    (each) => each?.content ?? [],
  );
  return [
    ...operation.parameters.map(({ schema, content }) => schema ?? content?.schema),
    ...bodies.flatMap(({ schema, itemSchema }) => [schema, itemSchema]),
    ...operation.responses.flatMap(({ headers }) => headers.map(({ schema }) => schema)),
    ...[...operation.callbacks.values()].flat().flatMap(operationSchemas),
  ];
}

function channelSchemas(channel: Channel): readonly (Schema | undefined)[] {
  return [
    ...channel.parameterGroups.map(({ declaration }) => declaration.schema),
    ...channel.messages.flatMap(({ payload, headers }) => [payload?.schema, headers?.schema]),
  ];
}
