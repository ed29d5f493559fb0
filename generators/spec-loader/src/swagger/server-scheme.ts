import type { Problem } from "../diagnostics/problem.ts";
import { isJsonArray, isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";

/** A document in which each server URL has a scheme, and a problem for each assumed scheme. */
export interface WithSchemes {
  readonly openapi: JsonValue;
  readonly problems: readonly Problem[];
}

/**
 * Adds a scheme to server URLs without one, because `fetch` rejects such URLs. The converter writes
 * `//a.example/v1` for a `host` without `schemes`. By Swagger 2.0, the default is the scheme of the
 * document's URL. For a local file, `https` is assumed.
 */
export function withSchemes(file: string, url: string, openapi: JsonValue): WithSchemes {
  const servers = isJsonObject(openapi) ? memberOf(openapi, "servers") : undefined;
  if (!isJsonObject(openapi) || !isJsonArray(servers)) return { openapi, problems: [] };
  const { protocol } = new URL(url);
  const isWeb = protocol === "http:" || protocol === "https:";
  const scheme = isWeb ? protocol : "https:";
  const reason = isWeb
    ? "with the scheme of the document's own address"
    : "because a local file has no scheme of its own";
  const problems: Problem[] = [];
  const whole = servers.map((server) => {
    const address = isJsonObject(server) ? memberOf(server, "url") : undefined;
    if (!isJsonObject(server) || typeof address !== "string" || !address.startsWith("//")) {
      return server;
    }
    const read = `${scheme}${address}`;
    const message = `the document has a \`host\` and no \`schemes\`; its server is ${read}, ${reason}`;
    problems.push({ code: "SCHEME_ASSUMED", source: { file, pointer: "/servers" }, message });
    return { ...server, url: read };
  });
  return { openapi: { ...openapi, servers: whole }, problems };
}
