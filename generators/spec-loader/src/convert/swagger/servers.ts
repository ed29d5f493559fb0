import type { Converter } from "../converter.ts";
import {
  listPart,
  memberAt,
  objectPart,
  type Part,
  type Place,
  scalarPart,
  textAt,
  textsAt,
} from "../part.ts";

/** The fields of a document that define its servers. */
export const serverFields: ReadonlySet<string> = new Set(["host", "basePath", "schemes"]);

/**
 * Converts `host`, `basePath` and `schemes` of a document to servers. Returns `undefined` if the document
 * has neither a host nor a base path.
 */
export function convertServers(converter: Converter, root: Place): Part | undefined {
  const host = textAt(memberAt(root, "host"));
  const schemes = memberAt(root, "schemes");
  const from = memberAt(root, "host") ?? memberAt(root, "basePath") ?? root;
  if (host === undefined) {
    if (schemes !== undefined) reportLostSchemes(converter, schemes);
    const path = basePathOf(root);
    return path === "" ? undefined : serverList(from, [path]);
  }
  const named = textsAt(schemes);
  if (named.length > 0) return serverList(from, serverUrls(root, host, named));
  const scheme = assumedScheme(converter, root, host);
  return serverList(from, serverUrls(root, host, [scheme]));
}

/** Converts the `schemes` of an operation to servers of this operation. */
export function convertSchemes(
  converter: Converter,
  root: Place,
  schemes: Place,
): Part | undefined {
  const host = textAt(memberAt(root, "host"));
  const named = textsAt(schemes);
  if (host !== undefined && named.length > 0)
    return serverList(schemes, serverUrls(root, host, named));
  reportLostSchemes(converter, schemes);
  return undefined;
}

function reportLostSchemes(converter: Converter, schemes: Place): void {
  const message = "`schemes` without a `host` has no equivalent, and is left out";
  converter.report("CONVERT_LOST", schemes, message, "Add the `host` of the servers.");
}

/**
 * Returns the scheme of a document without `schemes`. Swagger 2.0 uses the scheme of the document's URL.
 * The URL of a local file does not have one, so `https` is assumed.
 */
function assumedScheme(converter: Converter, root: Place, host: string): string {
  const { protocol } = new URL(root.file.url);
  const isWeb = protocol === "http:" || protocol === "https:";
  const scheme = isWeb ? protocol.slice(0, -1) : "https";
  const reason = isWeb
    ? "with the scheme of the document's own address"
    : "because a local file has no scheme of its own";
  const url = `${scheme}://${host}${basePathOf(root)}`;
  converter.report(
    "SCHEME_ASSUMED",
    memberAt(root, "host") ?? root,
    `the document has a \`host\` and no \`schemes\`; its server is ${url}, ${reason}`,
  );
  return scheme;
}

function serverUrls(root: Place, host: string, schemes: readonly string[]): readonly string[] {
  return [...new Set(schemes)].map((scheme) => `${scheme}://${host}${basePathOf(root)}`);
}

/** Returns the base path without a slash at the end, because each path starts with a slash. */
function basePathOf(root: Place): string {
  const path = (textAt(memberAt(root, "basePath")) ?? "").replace(/\/+$/, "");
  return path === "" || path.startsWith("/") ? path : `/${path}`;
}

function serverList(from: Place, urls: readonly string[]): Part {
  return listPart(
    from,
    urls.map((url) => objectPart(from, { url: scalarPart(from, url) })),
  );
}
