// Handlers can use the context of the framework that they are mounted in, with its types.

import { createServer, type Server } from "node:http";
import { restRoutes } from "@specwright/rest/fastify";
import {
  createRestHandler,
  fetchHandler,
  nodeListener,
  type RequestContext,
} from "@specwright/rest/server";
import { anyJson, type OperationDescriptor } from "@specwright/runtime/codegen";
import express, { type Request as ExpressRequest } from "express";
import { type FastifyRequest, fastify } from "fastify";
import { type Context, Hono } from "hono";
import { afterEach, describe, expect, expectTypeOf, it } from "vitest";

const operations: readonly OperationDescriptor[] = [
  {
    id: "whoAmI",
    method: "GET",
    path: "/me",
    parameters: [],
    validators: {},
    responses: { 200: { content: { "application/json": { kind: "json", codec: anyJson } } } },
    security: [],
  },
];

/** The handlers as a generated `server.ts` types them. */
interface MeHandlers<Caller = undefined> {
  whoAmI(request: object, context: Caller): object | Promise<object>;
}
const answer = (body: unknown): object => ({ status: 200, body });

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(started: Server): Promise<string> {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  return `http://127.0.0.1:${address.port}/v1/me`;
}

describe("32.6 handlers can use the framework's context", () => {
  it("in Hono: bindings and variables", async () => {
    interface Env {
      readonly Bindings: { readonly REGION: string };
      readonly Variables: { readonly user: { readonly name: string } };
    }
    const handlers: MeHandlers<RequestContext<never, Context<Env>>> = {
      whoAmI(_request, { framework }) {
        expectTypeOf(framework.env.REGION).toEqualTypeOf<string>();
        return answer({ region: framework.env.REGION, name: framework.var.user.name });
      },
    };
    const serve = fetchHandler(createRestHandler({ operations, handlers, prefix: "/v1" }));
    const app = new Hono<Env>();
    app.use(async (context, next) => {
      context.set("user", { name: "Ada" });
      await next();
    });
    app.all("/v1/*", (context) => serve(context.req.raw, { framework: context }));
    const response = await app.request("/v1/me", {}, { REGION: "eu" });
    expect(await response.json()).toEqual({ region: "eu", name: "Ada" });
    // @ts-expect-error The handlers read the context of Hono, so that it must be passed on.
    void (() => serve(new Request("http://localhost/v1/me")));
    // @ts-expect-error Nor can they be mounted where there is none.
    void (() => nodeListener(createRestHandler({ operations, handlers })));
  });

  it("in Express: the user and the session", async () => {
    type Caller = ExpressRequest & {
      user?: { readonly name: string };
      session?: { visits: number };
    };
    const handlers: MeHandlers<RequestContext<never, Caller>> = {
      async whoAmI(_request, { framework: { user, session } }) {
        expectTypeOf(user).toEqualTypeOf<{ readonly name: string } | undefined>();
        if (session !== undefined) session.visits += 1;
        return answer({ name: user?.name, visits: session?.visits });
      },
    };
    const app = express();
    app.use((request: Caller, _response, next) => {
      request.user = { name: "Ada" };
      request.session = { visits: 1 };
      next();
    });
    app.use("/v1", nodeListener(createRestHandler({ operations, handlers })));
    const response = await fetch(await listen(createServer(app)));
    expect(await response.json()).toEqual({ name: "Ada", visits: 2 });
  });

  it("in Fastify: its request", async () => {
    const handlers: MeHandlers<RequestContext<never, FastifyRequest>> = {
      whoAmI: (_request, { framework }) => answer({ host: framework.hostname }),
    };
    const app = fastify();
    await app.register(restRoutes({ operations, handlers }), { prefix: "/v1" });
    const response = await app.inject({ url: "/v1/me", headers: { host: "shop.example" } });
    expect(response.json()).toEqual({ host: "shop.example" });
    await app.close();
  });

  it("on node:http: its request; handlers that do not read it need no context", async () => {
    const handlers: MeHandlers<RequestContext<never>> = {
      whoAmI: (_request, { framework }) => {
        expectTypeOf(framework).toBeUnknown();
        return answer({ isThere: framework !== undefined });
      },
    };
    const rest = createRestHandler({ operations, handlers, prefix: "/v1" });
    const url = await listen(createServer(nodeListener(rest)));
    expect(await (await fetch(url)).json()).toEqual({ isThere: true });
    const bare = await fetchHandler(rest)(new Request(url));
    expect(await bare.json()).toEqual({ isThere: false });
    fetchHandler(createRestHandler({ operations, handlers: { whoAmI: () => answer(1) } }));
  });
});
