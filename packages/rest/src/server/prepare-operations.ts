import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { requireAuthenticators } from "./authorize.ts";
import { type ErrorRenderer, errorRenderer } from "./error-renderer.ts";
import {
  type ChooseOperation,
  type OperationService,
  operationService,
} from "./operation-service.ts";
import { errorFeatures, probeErrors } from "./probe-errors.ts";
import type { Handlers, RestHandlerOptions } from "./rest-handler-options.ts";
import { type RouteTable, routeTable } from "./route-table.ts";

/** How the operation of a request is found. */
export interface Routing {
  /** The operations that have routes. */
  readonly routed: readonly OperationDescriptor[];
  /** Chooses one of the operations that share a route. */
  readonly choose?: ChooseOperation;
}

/** Operations that are ready to be served. */
export interface PreparedOperations<Principal> {
  /** The routes, with the prefix in their paths. */
  readonly table: RouteTable;
  readonly service: OperationService<Principal>;
  readonly render: ErrorRenderer;
}

/**
 * Checks the options of a server, and prepares its operations. Every operation gets a route, unless
 * `routing` lists the operations with routes.
 *
 * @throws RestServerError
 */
export function prepareOperations<Table extends Handlers<Table, Principal>, Principal>(
  options: RestHandlerOptions<Principal, Table>,
  { routed, choose }: Routing = { routed: options.operations },
): PreparedOperations<Principal> {
  const { operations, prefix = "", authenticate = {}, renderProblem } = options;
  for (const operation of operations) requireAuthenticators(operation, authenticate);
  const table = routeTable(routed, prefix);
  const render = errorRenderer(renderProblem);
  if (renderProblem !== false) probeErrors(operations, render, errorFeatures(options));
  return { table, service: operationService(options, table, choose), render };
}
