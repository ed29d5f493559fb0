// Parsing of content types, for clients and servers.

/**
 * Returns the media type without parameters, in lowercase: `text/html; charset=utf-8` becomes
 * `text/html`.
 */
export function mediaTypeEssence(contentType: string): string {
  const [type = ""] = contentType.split(";");
  return type.trim().toLowerCase();
}

/** Returns the charset of a content type, in lowercase. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(contentType)?.[1]?.toLowerCase();
}

/**
 * Finds the documented entry for a content type: the exact type, else its range (`text/*`), else
 * the entry for any type.
 */
export function findMediaType<T>(
  content: Readonly<Record<string, T>>,
  contentType: string,
): { readonly documented: string; readonly media: T } | undefined {
  const type = mediaTypeEssence(contentType);
  const [group = ""] = type.split("/");
  for (const wanted of [type, `${group}/*`, "*/*"]) {
    for (const [documented, media] of Object.entries(content)) {
      if (mediaTypeEssence(documented) === wanted) return { documented, media };
    }
  }
  return undefined;
}
