import type { OperationFacts } from "@specwright/spec-loader";
import type { Contract } from "../model/contract.ts";
import type { HttpOperation } from "../model/operation.ts";
import { filterChannels } from "./filter-channels.ts";
import {
  type OperationFilters,
  operationTest,
  type UnmatchedValue,
  unmatchedValues,
} from "./operation-filters.ts";
import { usedDeclarations } from "./used-declarations.ts";

/** A contract with the operations that were taken, and what of the filters matched none. */
export interface FilterResult {
  readonly contract: Contract;
  readonly unmatched: readonly UnmatchedValue[];
}

/**
 * Leaves operations, webhooks and channels out of a contract, and the schemas, messages, tags and
 * security schemes that none of the others uses. A callback stays with its operation, and a channel
 * with any of its operations. `leftOut` are those that were left out before, which filters may name.
 *
 * @example
 *   filterOperations(contract, { include: { tags: ["listings"] }, exclude: { deprecated: true } });
 */
export function filterOperations(
  contract: Contract,
  filters: OperationFilters,
  leftOut: readonly OperationFacts[] = [],
): FilterResult {
  const isTaken = operationTest(filters);
  const channels = filterChannels(contract, isTaken);
  const operations = contract.operations.filter((each) => isTaken(factsOf(each)));
  const webhooks = contract.webhooks.filter((each) => isTaken(factsOf(each)));
  const http = [...operations, ...webhooks].flatMap(withCallbacks);
  const tagged = [...http, ...channels.kept.channels, ...channels.kept.channelOperations];
  const tags = new Set(tagged.flatMap((each) => each.tags));
  const schemes = new Set(
    http.flatMap(({ security }) => security.flatMap((each) => [...each.keys()])),
  );
  const kept: Contract = {
    ...contract,
    ...channels.kept,
    operations,
    webhooks,
    tags: contract.tags.filter(({ name }) => tags.has(name)),
    // Those of an AsyncAPI document belong to its servers as well.
    securitySchemes: contract.securitySchemes.filter(
      ({ id }) => contract.format === "asyncapi" || schemes.has(id),
    ),
  };
  const all = [...contract.operations, ...contract.webhooks];
  return {
    contract: { ...kept, declarations: usedDeclarations(kept) },
    unmatched: unmatchedValues(filters, [...all.map(factsOf), ...channels.facts, ...leftOut]),
  };
}

function factsOf({ id, path, tags, deprecated }: HttpOperation): OperationFacts {
  return { ids: [id], paths: [path], tags, deprecated };
}

function withCallbacks(operation: HttpOperation): readonly HttpOperation[] {
  return [operation, ...[...operation.callbacks.values()].flat().flatMap(withCallbacks)];
}
