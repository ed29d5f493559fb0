// The routes on node:http alone. They show the minimum cost of a service in Node.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { PeerChecks } from "./peer-checks.ts";
import { type PeerAnswer, type PeerService, problem } from "./peer-service.ts";

export function nodeHttpServer(
  service: PeerService,
  checks: PeerChecks,
): ReturnType<typeof createServer> {
  return createServer((request, response) => {
    route(request).then(
      (answer) => sendAnswer(response, answer),
      () => sendAnswer(response, problem(500, "internal_error")),
    );
  });

  async function route(request: IncomingMessage): Promise<PeerAnswer> {
    const { method, url = "" } = request;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (path === "/v1/users/login" && method === "POST") {
      const body = parseBody(await bodyOf(request));
      return checks.login(body) ? await service.logIn(body) : invalidRequest(checks.login.errors);
    }
    const listing = path === "/v1/listings" ? "" : /^\/v1\/listings\/([^/]+)$/.exec(path)?.[1];
    if (listing === undefined) return problem(404, "not_found");
    const caller = await service.callerOf(request.headers.authorization, method === "GET");
    if (caller === undefined) return problem(401, "unauthorized");
    if (listing === "" && method === "GET") {
      const query = mark === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark + 1)));
      return checks.query(query)
        ? service.list(caller, query)
        : invalidRequest(checks.query.errors);
    }
    const parameters: unknown = { listing_id: listing };
    if (!checks.path(parameters)) return invalidRequest(checks.path.errors);
    const id = Number(parameters.listing_id);
    if (method === "GET") return service.read(caller, id);
    if (method !== "POST") return problem(405, "method_not_allowed");
    const { headers } = request;
    if (!checks.headers(headers)) return invalidRequest(checks.headers.errors);
    const changes = parseBody(await bodyOf(request));
    if (!checks.changes(changes)) return invalidRequest(checks.changes.errors);
    return service.update(caller, id, changes, headers["if-match"]);
  }
}

/** Returns the response to a request that does not match its schema. */
export function invalidRequest(errors: unknown): PeerAnswer {
  return problem(400, "validation_failed", errors);
}

/** Parses JSON. Returns `undefined`, which no schema accepts, if the text is not JSON. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => resolve(Buffer.concat(chunks).toString()));
    request.once("error", reject);
  });
}

function sendAnswer(response: ServerResponse, { status, etag, body }: PeerAnswer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": status < 400 ? "application/json" : "application/problem+json",
    "content-length": Buffer.byteLength(text),
    ...(etag === undefined ? {} : { etag }),
  });
  response.end(text);
}
