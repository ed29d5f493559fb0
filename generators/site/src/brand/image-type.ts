/** An image that pages show. */
export interface ImageType {
  readonly ending: "png" | "webp" | "svg";
  readonly type: string;
}

/**
 * Returns what kind of image bytes are, or what is wrong with them. An SVG must not contain a script
 * or declare entities: browsers do not run scripts of an image in a page, but do if it is opened.
 */
export function imageType(bytes: Uint8Array): ImageType | { readonly problem: string } {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1A\n")) return { ending: "png", type: "image/png" };
  if (/^RIFF.{4}WEBP/s.test(start)) return { ending: "webp", type: "image/webp" };
  const text = new TextDecoder().decode(bytes);
  const root = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE[^>[]*>\s*)?<svg[\s>]/s;
  if (!root.test(text)) return { problem: "is not a PNG, SVG or WebP image" };
  if (
    /<!ENTITY|<\?xml-stylesheet|<(?:\w+:)?(?:script|foreignObject)\b|\son\w+\s*=|javascript:/i.test(
      text,
    )
  ) {
    return { problem: "is an SVG with a script, a foreign object or an entity; remove it" };
  }
  return { ending: "svg", type: "image/svg+xml" };
}
