// Sends pages over node:http. Most pages come from memory, where a framework would take more time
// than the response.

import type { IncomingMessage, ServerResponse } from "node:http";
import { isNotModified } from "@specwright/diff/changelog";
import type { FinishedPage } from "./finished-page.ts";

/** Sends a page, or 304 if the client has it. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: FinishedPage,
  headers?: Readonly<Record<string, string>>,
): void {
  const gzip = acceptsGzip(request.headers["accept-encoding"]) ? page.gzip : undefined;
  // A strong tag identifies the sent bytes, which differ between the two encodings.
  const own =
    gzip === undefined || page.status !== 200 ? headers : { ETag: `W/${page.etag}`, ...headers };
  if (page.status === 200 && isKnown(request, page)) {
    response.writeHead(304, { ...page.unchangedHeaders, ...own }).end();
    return;
  }
  const body = gzip ?? page.bytes;
  response.writeHead(page.status, {
    ...page.headers,
    ...own,
    ...(gzip === undefined ? {} : { "Content-Encoding": "gzip" }),
    "Content-Length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

function isKnown({ headers }: IncomingMessage, { etag, modifiedAt }: FinishedPage): boolean {
  const { "if-none-match": ifNoneMatch, "if-modified-since": ifModifiedSince } = headers;
  if (ifNoneMatch === undefined && ifModifiedSince === undefined) return false;
  // Fast path: almost every polling client sends exactly one of these values.
  if (ifNoneMatch === etag || ifNoneMatch === `W/${etag}`) return true;
  return isNotModified(
    {
      ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
      ...(ifModifiedSince === undefined ? {} : { ifModifiedSince }),
    },
    {
      etag,
      ...(modifiedAt === undefined ? {} : { lastModified: new Date(modifiedAt).toUTCString() }),
    },
  );
}

function acceptsGzip(accepted: string | undefined): boolean {
  if (accepted === undefined) return false;
  return accepted.split(",").some((each) => {
    const [coding = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    const isZero = parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
    return (coding === "gzip" || coding === "*") && !isZero;
  });
}
