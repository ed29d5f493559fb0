/** Gives the media type without parameters, in lower case: `text/html; charset=utf-8` is `text/html`. */
export function essence(contentType: string): string {
  const [type = ""] = contentType.split(";");
  return type.trim().toLowerCase();
}

/** Gives the charset of a content type, in lower case. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(contentType)?.[1]?.toLowerCase();
}

/** Finds what a content type is documented as: itself, else its range, else anything. */
export function findMedia<T>(
  content: Readonly<Record<string, T>>,
  contentType: string,
): { readonly documented: string; readonly media: T } | undefined {
  const type = essence(contentType);
  const [group = ""] = type.split("/");
  for (const wanted of [type, `${group}/*`, "*/*"]) {
    for (const [documented, media] of Object.entries(content)) {
      if (essence(documented) === wanted) return { documented, media };
    }
  }
  return undefined;
}
