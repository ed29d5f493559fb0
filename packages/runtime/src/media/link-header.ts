// This file replaces http-link-header, which adds 2 kB to a bundle. Specwright needs the target of only one
// link.

/**
 * Returns the target of the first link with a relation in a `Link` header (RFC 8288, section 3); undefined
 * if there is no such link. Skips links with an `anchor`, which belong to another resource.
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
