import type { FastifyInstance } from "fastify";
import { errorRenderer } from "./error-renderer.ts";
import { mountOperations } from "./mount-operations.ts";
import { noOperation } from "./operation-service.ts";
import type { Handlers, RestServerOptions } from "./rest-server-options.ts";
import { routeTable } from "./route-table.ts";

/**
 * Creates a Fastify plugin that adds generated operations to a server with other routes; the prefix
 * is that of `register`. Ids of requests are those of the server, so it should be created with
 * `genReqId: requestIdOf`. Paths that the contract does not have are left to the server.
 *
 * @example
 * ```ts
 * await app.register(restRoutes({ operations, handlers }), { prefix: "/v1" });
 * ```
 *
 * @throws RestServerError when it is registered.
 */
export function restRoutes<Table extends Handlers<Table, Principal>, Principal = never>(
  options: Omit<RestServerOptions<Principal, Table>, "logger" | "trustProxy" | "prefix">,
): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const table = routeTable(options.operations, app.prefix);
    mountOperations(app, options, { table, render: errorRenderer(options.renderProblem) });
    for (const url of new Set(table.groups.map((group) => group.url))) {
      const own = new Set(
        table.groups.filter((group) => group.url === url).map(({ method }) => method),
      );
      if (own.has("GET")) own.add("HEAD");
      // A plugin for CORS answers OPTIONS.
      const others = app.supportedMethods.filter(
        (method) => !own.has(method) && method !== "OPTIONS",
      );
      app.route({
        method: others,
        url: url.slice(app.prefix.length),
        onRequest(request) {
          const path = request.raw.url?.split("?", 1)[0] ?? "";
          throw noOperation(table.methodsOf(path));
        },
        handler: () => undefined,
      });
    }
  };
}
