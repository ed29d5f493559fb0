// Serves the moderation page as static files below the prefix of the API, so that a proxy for the
// API also serves the page. The page uses the API with the rights of the signed-in user.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pageHtml, pageIcon } from "./page-html.ts";
import { pageStyle } from "./page-style.ts";

/** Options for `serveModerationPage`. */
export interface ModerationPageOptions {
  /** The prefix of the API. */
  readonly prefix: string;
  /** Returns the base URL of the links to images. */
  readonly linkBase: () => string;
}

/** Serves the page at `/moderation/` below the prefix. */
export function serveModerationPage(
  app: FastifyInstance,
  { prefix, linkBase }: ModerationPageOptions,
): void {
  const folder = `${prefix}/moderation/`;
  const serve = (name: string, type: string, read: () => Promise<string> | string): void => {
    app.get(folder + name, async (request, reply) => {
      reply.header("content-security-policy", pagePolicy(linkBase()));
      return sendText(request, reply.type(type), await read());
    });
  };
  // The redirect is relative, because a proxy may use a different path for the service.
  app.get(folder.slice(0, -1), (_request, reply) =>
    reply.header("location", "moderation/").code(308).send(),
  );
  serve("", "text/html; charset=utf-8", () => pageHtml);
  serve("page.css", "text/css; charset=utf-8", () => pageStyle);
  serve("icon.svg", "image/svg+xml", () => pageIcon);
  let script: string | undefined;
  serve("page.js", "text/javascript; charset=utf-8", async () => {
    script ??= await readScript();
    return script;
  });
}

function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  reply
    .header("etag", tag)
    // Browsers must not combine files from different versions of the page.
    .header("cache-control", "no-cache")
    .header("cross-origin-opener-policy", "same-origin")
    .header("cross-origin-resource-policy", "same-origin");
  return request.headers["if-none-match"] === tag ? reply.code(304).send() : reply.send(text);
}

/**
 * Returns the content security policy of the page. Images may also have the origin of `linkBase`.
 */
function pagePolicy(linkBase: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${new URL(linkBase).origin}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

async function readScript(): Promise<string> {
  // In a bundle, the script of the page is in a sibling folder of this module's folder.
  const isBundled = !/\/moderation-page\/[\w-]+\.[jt]s$/.test(import.meta.url);
  const folder = new URL(isBundled ? "./bundles/" : "../../dist/bundles/", import.meta.url);
  return await readFile(new URL("moderation-page.js", folder), "utf8");
}
