/** An image that pages show. */
export interface ImageType {
  readonly ending: "png" | "webp" | "svg";
  readonly type: string;
}

/**
 * Returns the type of an image, or a problem with its line and column. An SVG must not contain a script,
 * declare entities or refer to other files. Browsers ignore these parts if a page embeds the image, but not
 * if a reader opens the image itself.
 */
export function imageType(bytes: Uint8Array): ImageType | { readonly problem: string } {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1A\n")) return { ending: "png", type: "image/png" };
  if (/^RIFF.{4}WEBP/s.test(start)) return { ending: "webp", type: "image/webp" };
  const text = new TextDecoder().decode(bytes);
  const root = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE[^>[]*>\s*)?<svg[\s>]/s;
  if (!root.test(text)) return { problem: "is not a PNG, SVG or WebP image" };
  const faults = unsafe.flatMap(([pattern, what]) => {
    const at = text.search(pattern);
    return at === -1 ? [] : `has ${what} at ${positionOf(text, at)}`;
  });
  if (faults.length > 0) return { problem: `is an SVG that ${faults.join(", and ")}; remove it` };
  return { ending: "svg", type: "image/svg+xml" };
}

/** Matches a quotation mark, also as an XML entity. */
const quote = `(?:["']|&quot;|&apos;|&#3[49];)?`;
/** Matches references from an image to other files or hosts. References within the image are allowed. */
const unsafe: readonly (readonly [RegExp, string])[] = [
  [/<!ENTITY/i, "an entity"],
  [/<\?xml-stylesheet/i, "a style sheet of another file"],
  [/<(?:\w+:)?script\b|\son\w+\s*=|javascript:/i, "a script"],
  [/<(?:\w+:)?foreignObject\b/i, "a foreign object"],
  [
    /\shref\s*=\s*["']\s*(?!#|data:|["'])|:href\s*=\s*["']\s*(?!#|data:|["'])/i,
    "a reference to another file",
  ],
  [/@import/i, "an import of another file"],
  [
    new RegExp(`url\\(\\s*${quote}\\s*(?!#|data:|["'\\s]|&(?:quot|apos|#3[49]);)`, "i"),
    "a url() of another file",
  ],
  // These escapes could hide one of the texts that the patterns above match.
  [/\\[0-9a-f]/i, "an escape of CSS"],
  [/\sxml:base\b/i, "another base for its references"],
];

function positionOf(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}
