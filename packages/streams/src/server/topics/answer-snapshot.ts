// Answers HTTP requests for the operations of the contract that return a snapshot.

import { compileTemplate, stringifyJson } from "@specwright/runtime";
import type { FeedOperation } from "@specwright/runtime/transport";
import type { TopicAudience } from "./topics/topic-audience.ts";
import type { FeedParameters } from "./topics/topic-handlers.ts";
import type { ServedKind } from "./topics/topic-kinds.ts";

/** A topic whose snapshot can be requested over HTTP. */
export interface SnapshotTopic {
  readonly kind: ServedKind;
  readonly parameters: FeedParameters;
  /** Returns the audience of the topic, which knows the numbers of its frames. */
  open(): TopicAudience;
}

/**
 * Answers a request with the snapshot of a topic. Returns undefined if no operation matches the path of the
 * request.
 */
export function answerSnapshot(
  request: Request,
  kinds: readonly ServedKind[],
  topics: readonly SnapshotTopic[],
): Response | undefined {
  const url = new URL(request.url);
  const operations = kinds.flatMap(({ snapshot }) => snapshot?.operation ?? []);
  for (const topic of topics) {
    const operation = topic.kind.snapshot?.operation;
    if (operation === undefined || !asksFor(url, operation, topic.parameters)) continue;
    if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed();
    return jsonResponse(200, topic.open().answer());
  }
  const isKnown = operations.some(({ server, path }) =>
    pathExpression(basePath(server) + path).test(url.pathname),
  );
  return isKnown ? jsonResponse(404, { error: "Unknown topic." }) : undefined;
}

/** Reports whether the address of a request matches the topic. */
function asksFor(
  { pathname, searchParams }: URL,
  { server, path, query = {} }: FeedOperation,
  parameters: FeedParameters,
): boolean {
  if (pathname !== basePath(server) + String(compileTemplate(path).fill(parameters))) return false;
  return Object.entries(query).every(([name, value]) => {
    const template = compileTemplate(value);
    // A parameter without placeholders, such as a limit, does not depend on the topic. The caller may send
    // any value.
    if (template.names.length === 0) return true;
    return searchParams.get(name) === String(template.fill(parameters));
  });
}

function basePath(server: string): string {
  return URL.canParse(server) ? new URL(server).pathname.replace(/\/$/, "") : "";
}

function pathExpression(path: string): RegExp {
  const parts = path
    .split(/\{[^}]*\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}

function jsonResponse(status: number, body: unknown): Response {
  return new Response(stringifyJson(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}

function methodNotAllowed(): Response {
  return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
}
