import type { FastifyInstance } from "fastify";
import { prepareOperations, type Routing } from "../server/prepare-operations.ts";
import type { Handlers, SchemeOptions } from "../server/rest-handler-options.ts";
import { mountOperations } from "./mount-operations.ts";
import { requireNewer } from "./require-newer.ts";
import type { RestServerOptions } from "./rest-server-options.ts";

/** Options for `restRoutes`. The server provides the logger, the prefix and the connections. */
export type RestRoutesOptions<Principal, Table extends Handlers<Table, Principal>> = Omit<
  RestServerOptions<Principal, Table>,
  "logger" | "trustProxy" | "prefix"
>;

/**
 * Creates a Fastify plugin that adds generated operations to a server with other routes; `register`
 * sets the prefix. The server assigns request ids, so create it with `genReqId: requestIdOf`. The
 * server handles paths that are not in the contract.
 *
 * @example
 * ```ts
 * await app.register(restRoutes({ operations, handlers }), { prefix: "/v1" });
 * ```
 *
 * @throws RestServerError when it is registered.
 */
export function restRoutes<
  Table extends Handlers<Table, Principal>,
  Principal = never,
  Scheme extends string = string,
>(
  options: RestRoutesOptions<Principal, Table> & SchemeOptions<Principal, Scheme>,
): (app: FastifyInstance) => Promise<void> {
  return async (app) => mountRoutes<Table, Principal>(app, options);
}

/**
 * Adds operations. Several operations may share a route. At the same paths, also adds routes for all other
 * methods. Such a route serves an operation whose template matches, or refuses the request.
 */
export function mountRoutes<Table extends Handlers<Table, Principal>, Principal>(
  app: FastifyInstance,
  options: RestRoutesOptions<Principal, Table>,
  routing?: Routing,
): void {
  requireNewer("getDecorator" in app, "5.3");
  const prefixed = { ...options, prefix: app.prefix };
  const prepared = prepareOperations<Table, Principal>(prefixed, routing);
  const { table } = prepared;
  const served = mountOperations(app, options, prepared);
  for (const url of new Set(table.groups.map((group) => group.url))) {
    const own = new Set(
      table.groups.filter((group) => group.url === url).map(({ method }) => method),
    );
    if (own.has("GET")) own.add("HEAD");
    // A CORS plugin may handle OPTIONS.
    const others = app.supportedMethods.filter(
      (method) => !own.has(method) && method !== "OPTIONS",
    );
    app.route({ method: others, url: url.slice(app.prefix.length), ...served });
  }
}
