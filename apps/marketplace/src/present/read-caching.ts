import { hash } from "node:crypto";
import { stringifyJson } from "@specwright/runtime";
import type { Caller } from "../caller.ts";

/**
 * Returns `Cache-Control` for a response that depends on the caller. Caches must revalidate the
 * response by its entity tag before each use. Thus even a cache that ignores `Vary` never serves
 * the response of a different caller.
 */
export function readCaching(caller: Caller | undefined): { readonly "Cache-Control": string } {
  return { "Cache-Control": caller === undefined ? "public, no-cache" : "private, no-cache" };
}

/** Returns the headers of a response with a list that depends on the caller. */
export function listHeaders(
  list: object,
  caller: Caller | undefined,
): { readonly ETag: string; readonly "Cache-Control": string } {
  const digest = hash("sha256", stringifyJson(list), "base64url");
  return { ETag: `"${digest.slice(0, 22)}"`, ...readCaching(caller) };
}
