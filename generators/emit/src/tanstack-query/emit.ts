// Prints `queries.ts`: for each operation, functions that return options for TanStack Query. The options
// are plain objects, so all packages of TanStack Query accept them. The file only imports types from the
// package.

import type { HttpOperation } from "@specwright/contract";
import { emitPart } from "../print/emit.ts";
import type { EmitContext, Emitter } from "../print/emitter.ts";
import { printMutation } from "./mutation.ts";
import { isStream, printKey, printPages, printQuery } from "./query.ts";
import { printTypes } from "./query-types.ts";

/** The packages of TanStack Query whose types the output can import. */
export type TanstackQueryPackage =
  | "@tanstack/react-query"
  | "@tanstack/preact-query"
  | "@tanstack/vue-query"
  | "@tanstack/solid-query"
  | "@tanstack/svelte-query"
  | "@tanstack/angular-query-experimental"
  | "@tanstack/query-core";

/** Options for `tanstackQueryEmitter`. */
export interface TanstackQueryOptions {
  /** The package from which types are imported. Default `@tanstack/react-query`. */
  readonly package?: TanstackQueryPackage;
  /**
   * Reports whether an operation is a query, whose result is cached; otherwise it is a mutation. By
   * default, operations with the methods GET, HEAD and QUERY are queries.
   */
  readonly isQuery?: (operation: HttpOperation) => boolean;
}

const safeMethods: ReadonlySet<string> = new Set(["get", "head", "query"]);

/**
 * Creates the emitter of `queries.ts`. For each operation that reads, it prints functions named `NAMEQuery`
 * and `NAMEKey`. For each list with `x-pagination`, it also prints `NAMEPages`. For all other operations,
 * it prints `NAMEMutation`.
 *
 * @example
 * ```ts
 * emitters: [...builtInEmitters(["types", "codec", "client"]), tanstackQueryEmitter()]
 * ```
 */
export function tanstackQueryEmitter(options: TanstackQueryOptions = {}): Emitter {
  const {
    package: from = "@tanstack/react-query",
    isQuery = ({ method }) => safeMethods.has(method.toLowerCase()),
  } = options;
  return {
    name: "tanstack-query",
    skipTypeCheck: true,
    requires: ["types", "client"],
    emit: (context) => emitQueries(context, from, isQuery),
  };
}

function emitQueries(
  context: EmitContext,
  from: TanstackQueryPackage,
  isQuery: (operation: HttpOperation) => boolean,
): void {
  // A stream never ends, so it has no result to cache.
  const operations = context.contract.operations.filter((operation) => !isStream(operation));
  if (operations.length === 0) return;
  const file = context.typescript("queries.ts");
  const queries = operations.filter(isQuery);
  printTypes(file, from, {
    hasQueries: queries.length > 0,
    hasPages: queries.some(({ pagination }) => pagination !== undefined),
    hasMutations: queries.length < operations.length,
  });
  for (const operation of operations) {
    const parts = queries.includes(operation)
      ? [printKey, printQuery, ...(operation.pagination === undefined ? [] : [printPages])]
      : [printMutation];
    for (const print of parts) {
      file.print(emitPart(operation.source, () => print(context, file, operation)));
    }
  }
}
