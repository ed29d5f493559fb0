import { createServer, type Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { restRoutes, webhookRoutes } from "@specwright/rest/fastify";
import {
  createRestHandler,
  createWebhookHandler,
  fetchHandler,
  nodeListener,
  type RestHandler,
  requestIdOf,
} from "@specwright/rest/server";
import express from "express";
import { fastify } from "fastify";
import { Hono } from "hono";

/** A framework with operations mounted below `/v1`, webhooks below `/hooks`, and its own route `/other`. */
export interface Host {
  readonly name: string;
  /** Whether the framework responds to an unknown path; it does not send problems. */
  readonly hasOwn404?: true;
  start(api: Mounted, hooks: Mounted): Promise<Server>;
}

/**
 * The mounted operations and webhooks, in the forms that hosts accept; paths have no prefix in `below` and
 * `plugin`.
 */
export interface Mounted {
  readonly rest: RestHandler;
  readonly below: RestHandler;
  readonly plugin: (app: ReturnType<typeof fastify>) => Promise<void>;
}

/** The hosts that the packages support. */
export const hosts: readonly Host[] = [
  {
    name: "node:http",
    start: async (api, hooks) => {
      const [serve, receive] = [nodeListener(api.rest), nodeListener(hooks.rest)];
      return await listening(
        createServer((request, response) => {
          if (request.url === "/other") response.end("other");
          else if (request.url?.startsWith("/hooks") === true) receive(request, response);
          else serve(request, response);
        }),
      );
    },
  },
  {
    name: "fetch",
    start: async (api, hooks) => {
      const [serve, receive] = [fetchHandler(api.rest), fetchHandler(hooks.rest)];
      const fetch = (request: Request): Response | Promise<Response> => {
        const { pathname } = new URL(request.url);
        if (pathname === "/other") return new Response("other");
        return pathname.startsWith("/hooks") ? receive(request) : serve(request);
      };
      return await listening(createAdaptorServer({ fetch }) as Server);
    },
  },
  {
    name: "Fastify",
    hasOwn404: true,
    start: async (api, hooks) => {
      const app = fastify({ genReqId: requestIdOf, forceCloseConnections: true });
      app.get("/other", () => "other");
      await app.register(api.plugin, { prefix: "/v1" });
      await app.register(hooks.plugin, { prefix: "/hooks" });
      await app.listen({ port: 0, host: "127.0.0.1" });
      return app.server;
    },
  },
  {
    name: "Hono",
    start: async (api, hooks) => {
      const [serve, receive] = [fetchHandler(api.rest), fetchHandler(hooks.rest)];
      const app = new Hono()
        .get("/other", (context) => context.text("other"))
        .all("/v1/*", (context) => serve(context.req.raw))
        .all("/hooks/*", (context) => receive(context.req.raw));
      return await listening(createAdaptorServer({ fetch: app.fetch }) as Server);
    },
  },
  {
    name: "Express 5",
    hasOwn404: true,
    start: async (api, hooks) => {
      const app = express();
      app.use("/v1", nodeListener(api.below));
      app.use("/hooks", nodeListener(hooks.below));
      app.get("/other", (_request, response) => void response.send("other"));
      return await listening(createServer(app));
    },
  },
];

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Serves operations in a host, without webhooks. */
export function startOperations(
  { start }: Host,
  operations: Parameters<typeof createRestHandler>[0],
): Promise<Server> {
  const none = { webhooks: [], handlers: {}, verify: false } as const;
  return start(
    {
      rest: createRestHandler({ ...operations, prefix: "/v1" }),
      below: createRestHandler(operations),
      plugin: restRoutes(operations),
    },
    {
      rest: createWebhookHandler(none),
      below: createWebhookHandler(none),
      plugin: webhookRoutes(none),
    },
  );
}
