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
  const parameter = mediaTypePieces(contentType).find((piece) => piece.startsWith("charset="));
  return parameter?.slice("charset=".length) || undefined;
}

/** Reports whether a documented type or range (`image/*`) covers a type. */
export function coversMediaType(documented: string, type: string): boolean {
  const [wanted, given] = [mediaTypeEssence(documented), mediaTypeEssence(type)];
  if (wanted === given || wanted === "*/*") return true;
  return wanted.endsWith("/*") && given.startsWith(wanted.slice(0, -1));
}

/** Reports whether a content type is JSON: `application/json`, `text/json` or `…+json`. */
export function isJsonType(contentType: string): boolean {
  return /^(?:application|text)\/json$|\+json$/.test(mediaTypeEssence(contentType));
}

/** Reports whether a content type is a URL-encoded form. */
export function isUrlEncoded(contentType: string | undefined): boolean {
  return mediaTypeEssence(contentType ?? "") === "application/x-www-form-urlencoded";
}

/**
 * Finds the documented entry for a content type: the exact type, else its range (`text/*`), else the entry
 * for any type. If several entries differ only in parameters, such as `;v=1` and `;v=2`, the entry with the
 * most matching parameters is chosen. If no parameter matches, the first entry whose parameters do not
 * contradict is chosen. In this example, `;v=3` contradicts both entries. The charset is ignored here,
 * because the readers of the text check it.
 */
export function findMediaType<T>(
  content: Readonly<Record<string, T>>,
  contentType: string,
): { readonly documented: string; readonly media: T } | undefined {
  const [type = "", ...given] = mediaTypePieces(contentType);
  const isOther = (parameter: string): boolean =>
    !parameter.startsWith("charset=") &&
    given.some((each) => each.split("=")[0] === parameter.split("=")[0]);
  for (const wanted of [type, type.replace(/\/.*/, "/*"), "*/*"]) {
    let best: { readonly documented: string; readonly media: T } | undefined;
    let most = -2;
    for (const [documented, media] of Object.entries(content)) {
      const [own, ...parameters] = mediaTypePieces(documented);
      const others = parameters.filter((parameter) => !given.includes(parameter));
      const fit = others.length === 0 ? parameters.length : -1;
      if (own !== wanted || fit <= most || others.some(isOther)) continue;
      best = { documented, media };
      most = fit;
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** Returns the type and the parameters of a content type, in lowercase. */
function mediaTypePieces(contentType: string): readonly string[] {
  return contentType.toLowerCase().replace(/[\s"]/g, "").split(";");
}
