// The routes on Fastify 5. Its plugins are those that a user would select for the features of our
// server: a log line for each response, rate limits, security headers, request ids, and validation
// by ajv.

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { createServer, IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "yaml";
import { contract, type PeerChecks } from "./peer-checks.ts";
import {
  type PeerAnswer,
  type PeerChanges,
  type PeerLogin,
  type PeerQuery,
  type PeerService,
  problem,
} from "./peer-service.ts";
import type { PeerCaller } from "./peer-store.ts";

/** Options for `fastifyServer`. */
export interface FastifyServerOptions {
  /** The folder in which Fastify and its plugins are installed. */
  readonly folder: string;
  /** The root of the repository. The contract is in this folder. */
  readonly root: string;
  readonly service: PeerService;
  readonly checks: PeerChecks;
}

interface Request {
  readonly id: string;
  readonly params: { readonly listing_id: string };
  readonly query: PeerQuery;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  readonly body: unknown;
  readonly routeOptions: { readonly url?: string };
  readonly log: { info(details: object, message: string): void };
  caller: PeerCaller | null;
}

interface Reply {
  readonly statusCode: number;
  readonly elapsedTime: number;
  code(status: number): Reply;
  header(name: string, value: string): Reply;
  type(name: string): Reply;
  send(body: unknown): Reply;
}

type Hook = (request: Request, reply: Reply, done: () => void) => unknown;
type AsyncHook = (request: Request, reply: Reply) => Promise<unknown>;

interface Route {
  readonly method: string;
  readonly url: string;
  readonly schema: Readonly<Record<string, object>>;
  readonly validatorCompiler?: (part: { readonly httpPart?: string }) => unknown;
  readonly onRequest?: AsyncHook;
  readonly handler: (request: Request, reply: Reply) => unknown;
}

interface Application {
  readonly server: ReturnType<typeof createServer>;
  register(plugin: unknown, options: object): PromiseLike<unknown>;
  addSchema(schema: object): void;
  decorateRequest(name: string, value: unknown): void;
  addHook(name: string, hook: Hook): void;
  setErrorHandler(handler: (error: FastifyError, request: Request, reply: Reply) => unknown): void;
  setNotFoundHandler(handler: (request: Request, reply: Reply) => unknown): void;
  route(route: Route): void;
  ready(): PromiseLike<unknown>;
}

interface FastifyError {
  readonly validation?: unknown;
  readonly statusCode?: number;
}

interface Contract {
  readonly components: { readonly schemas: object };
}

interface FastifyModule {
  fastify(options: object): Application;
  readonly LogController: new (options: object) => object;
}

/** Creates the server. The caller starts to listen. */
export async function fastifyServer(
  options: FastifyServerOptions,
): Promise<ReturnType<typeof createServer>> {
  const { folder, root, service, checks } = options;
  const load = createRequire(join(folder, "package.json"));
  const { fastify, LogController } = load("fastify") as FastifyModule;
  const app = fastify({
    logger: true,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
  });
  await app.register(load("@fastify/helmet"), { global: true });
  await app.register(load("@fastify/rate-limit"), { max: 1e9, timeWindow: 60_000 });
  const { components } = parse(await readFile(join(root, contract), "utf8")) as Contract;
  app.addSchema({ $id: "contract", components: { schemas: components.schemas } });
  app.decorateRequest("caller", null);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions, log } = request;
    const details = { method, route: routeOptions.url, status: reply.statusCode };
    log.info({ ...details, ms: Math.round(reply.elapsedTime) }, "answered");
    done();
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error.validation !== undefined) {
      return sendAnswer(reply, problem(400, "validation_failed", error.validation));
    }
    const { statusCode = 500 } = error;
    return sendAnswer(
      reply,
      problem(statusCode, statusCode < 500 ? "malformed" : "internal_error"),
    );
  });
  app.setNotFoundHandler((_request, reply) => sendAnswer(reply, problem(404, "not_found")));
  addRoutes(app, service, checks);
  await app.ready();
  return app.server;
}

function addRoutes(app: Application, service: PeerService, checks: PeerChecks): void {
  const onRequest: AsyncHook = async (request, reply) => {
    const caller = await service.callerOf(
      request.headers["authorization"],
      request.method === "GET",
    );
    if (caller === undefined) return sendAnswer(reply, problem(401, "unauthorized"));
    request.caller = caller;
    return undefined;
  };
  const answer = (name: string): object => ({
    200: { $ref: `contract#/components/schemas/${name}` },
  });

  app.route({
    method: "POST",
    url: "/v1/users/login",
    ...validated({ body: checks.login }, answer("SessionEnvelope")),
    handler: async ({ body }, reply) => sendAnswer(reply, await service.logIn(body as PeerLogin)),
  });
  app.route({
    method: "GET",
    url: "/v1/listings",
    ...validated({ querystring: checks.query }, answer("ListingPage")),
    onRequest,
    handler: async (request, reply) =>
      sendAnswer(reply, await service.list(callerOf(request), request.query)),
  });
  app.route({
    method: "GET",
    url: "/v1/listings/:listing_id",
    ...validated({ params: checks.path }, answer("ListingEnvelope")),
    onRequest,
    async handler(request, reply) {
      return sendAnswer(
        reply,
        await service.read(callerOf(request), Number(request.params.listing_id)),
      );
    },
  });
  app.route({
    method: "POST",
    url: "/v1/listings/:listing_id",
    ...validated(
      { params: checks.path, headers: checks.headers, body: checks.changes },
      answer("ListingEnvelope"),
    ),
    onRequest,
    async handler(request, reply) {
      const { params, headers, body } = request;
      const [id, changes] = [Number(params.listing_id), body as PeerChanges];
      const ifMatch = headers["if-match"];
      return sendAnswer(reply, await service.update(callerOf(request), id, changes, ifMatch));
    },
  });
}

type Check = PeerChecks[keyof PeerChecks];

/** Validates the parts of a request, by functions that ajv compiles from the contract. */
function validated(
  functions: Readonly<Record<string, Check>>,
  response: object,
): Pick<Route, "schema" | "validatorCompiler"> {
  const parts = Object.keys(functions).map((part) => [part, { type: "object" }]);
  return {
    schema: { ...Object.fromEntries(parts), response },
    validatorCompiler: ({ httpPart = "" }) => functions[httpPart],
  };
}

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{8,128}$/.test(given) ? given : randomUUID();
}

function callerOf({ caller }: Request): PeerCaller {
  if (caller === null) throw new Error("not authenticated");
  return caller;
}

function sendAnswer(reply: Reply, { status, etag, body }: PeerAnswer): Reply {
  reply.code(status).type(status < 400 ? "application/json" : "application/problem+json");
  if (etag !== undefined) reply.header("etag", etag);
  return reply.send(status < 400 ? body : JSON.stringify(body));
}
