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

/** A contract with the selected operations, and the filter values that match no operation. */
export interface FilterResult {
  readonly contract: Contract;
  readonly unmatched: readonly UnmatchedValue[];
}

/**
 * Filters operations, webhooks and channels of a contract, and removes the schemas, messages, tags and
 * security schemes that are no longer used. A callback is kept if its operation is kept. A channel is kept
 * if any of its operations is kept. `leftOut` contains operations that were already removed, so that a
 * filter can name them without an error.
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
  const operations = contract.operations.filter((each) => isTaken(operationFacts(each)));
  const webhooks = contract.webhooks.filter((each) => isTaken(operationFacts(each)));
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
    // Servers of an AsyncAPI document use security schemes as well.
    securitySchemes: contract.securitySchemes.filter(
      ({ id }) => contract.format === "asyncapi" || schemes.has(id),
    ),
  };
  const all = [...contract.operations, ...contract.webhooks];
  return {
    contract: { ...kept, declarations: usedDeclarations(kept) },
    unmatched: unmatchedValues(filters, [
      ...all.map(operationFacts),
      ...channels.facts,
      ...leftOut,
    ]),
  };
}

function operationFacts({ id, path, tags, deprecated }: HttpOperation): OperationFacts {
  return { ids: [id], paths: [path], tags, deprecated };
}

function withCallbacks(operation: HttpOperation): readonly HttpOperation[] {
  return [operation, ...[...operation.callbacks.values()].flat().flatMap(withCallbacks)];
}
