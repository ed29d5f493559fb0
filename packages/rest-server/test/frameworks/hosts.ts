import { createServer, type Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { fetchHandler, nodeListener, type RestHandler, requestIdOf } from "@specwright/rest-server";
import express from "express";
import { fastify } from "fastify";
import { Hono } from "hono";

/** A framework in which a contract is mounted below `/v1`, beside a route `/other` of its own. */
export interface Host {
  readonly name: string;
  /** Whether an unknown path is answered by the framework, which knows no problems. */
  readonly hasOwn404?: true;
  start(mounted: Mounted): Promise<Server>;
}

/** A contract in the two forms that hosts take; its paths have no prefix in `plugin`. */
export interface Mounted {
  readonly rest: RestHandler;
  readonly below: RestHandler;
  readonly plugin: (app: ReturnType<typeof fastify>) => Promise<void>;
}

/** The hosts that the package supports. */
export const hosts: readonly Host[] = [
  {
    name: "node:http",
    start: async ({ rest }) => {
      const serve = nodeListener(rest);
      return await listening(
        createServer((request, response) => {
          if (request.url === "/other") response.end("other");
          else serve(request, response);
        }),
      );
    },
  },
  {
    name: "fetch",
    start: async ({ rest }) => {
      const serve = fetchHandler(rest);
      const fetch = (request: Request): Response | Promise<Response> =>
        new URL(request.url).pathname === "/other" ? new Response("other") : serve(request);
      return await listening(createAdaptorServer({ fetch }) as Server);
    },
  },
  {
    name: "Fastify",
    hasOwn404: true,
    start: async ({ plugin }) => {
      const app = fastify({ genReqId: requestIdOf, forceCloseConnections: true });
      app.get("/other", () => "other");
      await app.register(plugin, { prefix: "/v1" });
      await app.listen({ port: 0, host: "127.0.0.1" });
      return app.server;
    },
  },
  {
    name: "Hono",
    start: async ({ rest }) => {
      const serve = fetchHandler(rest);
      const app = new Hono()
        .get("/other", (context) => context.text("other"))
        .all("/v1/*", (context) => serve(context.req.raw));
      return await listening(createAdaptorServer({ fetch: app.fetch }) as Server);
    },
  },
  {
    name: "Express 5",
    hasOwn404: true,
    start: async ({ below }) => {
      const app = express();
      app.use("/v1", nodeListener(below));
      app.get("/other", (_request, response) => void response.send("other"));
      return await listening(createServer(app));
    },
  },
];

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
