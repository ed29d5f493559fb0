// The routes on Express 5, written in the style of its documentation.

import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { invalidRequest } from "./node-http-server.ts";
import type { PeerChecks } from "./peer-checks.ts";
import { type PeerAnswer, type PeerService, problem } from "./peer-service.ts";
import type { PeerCaller } from "./peer-store.ts";

interface Request {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

interface Response {
  readonly locals: { caller?: PeerCaller };
  status(code: number): Response;
  set(name: string, value: string): Response;
  type(name: string): Response;
  send(text: string): void;
}

type Handler = (request: Request, response: Response, next: () => void) => unknown;

interface Express {
  (): Application;
  json(): Handler;
}

interface Application {
  (request: object, response: object): void;
  set(name: string, value: unknown): void;
  use(handler: Handler): void;
  get(path: string, ...handlers: readonly Handler[]): void;
  post(path: string, ...handlers: readonly Handler[]): void;
}

/** Creates the server. `folder` is the folder in which Express is installed. */
export function expressServer(
  folder: string,
  service: PeerService,
  checks: PeerChecks,
): ReturnType<typeof createServer> {
  const express = createRequire(join(folder, "package.json"))("express") as Express;
  const app = express();
  // As in our server, the routes set their own entity tags, and no header contains the name of the
  // framework.
  app.set("etag", false);
  app.set("x-powered-by", false);

  const authenticated: Handler = async ({ headers, method }, response, next) => {
    const caller = await service.callerOf(headers["authorization"], method === "GET");
    if (caller === undefined) {
      sendAnswer(response, problem(401, "unauthorized"));
      return;
    }
    response.locals.caller = caller;
    next();
  };
  const callerOf = ({ locals: { caller } }: Response): PeerCaller => {
    if (caller === undefined) throw new Error("not authenticated");
    return caller;
  };

  app.post("/v1/users/login", express.json(), async ({ body }, response) => {
    sendAnswer(
      response,
      checks.login(body) ? await service.logIn(body) : invalidRequest(checks.login.errors),
    );
  });
  app.get("/v1/listings", authenticated, async (request, response) => {
    const query: unknown = { ...request.query };
    const answer = checks.query(query)
      ? await service.list(callerOf(response), query)
      : invalidRequest(checks.query.errors);
    sendAnswer(response, answer);
  });
  app.get("/v1/listings/:listing_id", authenticated, async ({ params }, response) => {
    const parameters: unknown = { ...params };
    const answer = checks.path(parameters)
      ? await service.read(callerOf(response), Number(parameters.listing_id))
      : invalidRequest(checks.path.errors);
    sendAnswer(response, answer);
  });
  app.post("/v1/listings/:listing_id", authenticated, express.json(), async (request, response) => {
    const { body, headers } = request;
    const parameters: unknown = { ...request.params };
    if (!checks.path(parameters)) sendAnswer(response, invalidRequest(checks.path.errors));
    else if (!checks.headers(headers)) sendAnswer(response, invalidRequest(checks.headers.errors));
    else if (!checks.changes(body)) sendAnswer(response, invalidRequest(checks.changes.errors));
    else {
      const id = Number(parameters.listing_id);
      sendAnswer(response, await service.update(callerOf(response), id, body, headers["if-match"]));
    }
  });
  app.use((_request, response) => sendAnswer(response, problem(404, "not_found")));
  return createServer(app);
}

function sendAnswer(response: Response, { status, etag, body }: PeerAnswer): void {
  response.status(status).type(status < 400 ? "application/json" : "application/problem+json");
  if (etag !== undefined) response.set("ETag", etag);
  response.send(JSON.stringify(body));
}
