// The names of media types, without their parameters.

/** Removes the parameters of a media type and converts it to lower case: `application/json`. */
export function mediaTypeEssence(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/**
 * Reports whether a media type or range includes JSON: `application/json`, `…+json`,
 * `application/*`, `*\/*`.
 */
export function isJsonMediaType(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  return /^(application\/json|text\/json|application\/\*|\*\/\*|\*)$|\+json$/.test(essence);
}

/** Reports whether a media type is XML: `application/xml`, `text/xml`, `…+xml`. */
export function isXmlMediaType(mediaType: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(mediaTypeEssence(mediaType));
}
