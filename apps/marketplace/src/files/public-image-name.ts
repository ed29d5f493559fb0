import type { AttachmentRecord } from "../storage/attachment-repository.ts";

/** The parts of a public image name. */
export interface PublicImageName {
  readonly attachmentId: number;
  /** The width of a smaller copy; absent for the original image. */
  readonly width?: number;
}

const NAME = /^(\d+)-[0-9a-f]{64}(?:-(\d+))?\.[a-z]{3}$/;

/**
 * Returns the public name of an image, or of its smaller copy if `width` is set. The name contains
 * the digest of the image. It therefore cannot be guessed, and always has the same content. It has
 * a file extension, because some caches store only URLs that look like images.
 */
export function publicImageName(
  { id, sha256, mediaType }: Pick<AttachmentRecord, "id" | "sha256" | "mediaType">,
  width?: number,
): string {
  const size = width === undefined ? "" : `-${width}`;
  return `${id}-${sha256}${size}.${mediaType === "image/png" ? "png" : "jpg"}`;
}

/**
 * Parses a public name. Returns undefined if the name is malformed. The caller must compare the
 * given name with the public name of the image.
 */
export function readPublicImageName(name: string): PublicImageName | undefined {
  const [, id, width] = NAME.exec(name) ?? [];
  if (id === undefined) return undefined;
  return { attachmentId: Number(id), ...(width !== undefined && { width: Number(width) }) };
}
