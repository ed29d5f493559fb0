// This file replaces http-link-header, which adds 2 kB to a bundle. Specwright needs the target of only one
// link.

/**
 * Returns the target of the first link with a given relation in a `Link` header (RFC 8288, section 3);
 * undefined if no link has the relation. Skips links with an `anchor`, because they belong to a different
 * resource.
 */
export function linkTarget(header: string, relation: string): string | undefined {
  for (const [, target = "", text = ""] of header.matchAll(LINK)) {
    const parameters = new Map<string, string>();
    for (const [, name = "", quoted, plain = ""] of text.matchAll(PARAMETER)) {
      const key = name.toLowerCase();
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, "$1") ?? plain);
    }
    const relations = (parameters.get("rel") ?? "").toLowerCase().split(/\s+/);
    if (relations.includes(relation) && !parameters.has("anchor")) return target.trim();
  }
  return undefined;
}

/** A target, and its parameters up to the comma in front of the next link. */
const LINK = /<([^<>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)/g;
const PARAMETER = /;\s*([\w!#$&+\-.^`|~*]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;
