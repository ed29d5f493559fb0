import type { AttachmentRecord } from "./attachment-repository.ts";

/** The widths of the smaller copies of an image, in pixels, in ascending order. */
export const WIDTHS: readonly number[] = [320, 960];

/** The size of an image or of a smaller copy, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the sizes of the smaller copies of an image. A copy is never larger than the image. */
export function smallerSizes({ width, height }: ImageSize): readonly ImageSize[] {
  return WIDTHS.filter((narrow) => narrow < width).map((narrow) => ({
    width: narrow,
    height: Math.max(1, Math.round((height * narrow) / width)),
  }));
}

/** Returns the sizes of those smaller copies of an image that exist. */
export function madeSizes(image: AttachmentRecord): readonly ImageSize[] {
  return image.isSized ? smallerSizes(image) : [];
}

/** Returns the name of the file of a smaller copy in the file store. */
export function sizeName(fileName: string, width: number): string {
  return fileName.replace(".", `-${width}.`);
}

/**
 * Returns the file name of an image. The argument is this name, or the file name of a smaller copy.
 */
export function imageNameOf(fileName: string): string {
  return fileName.replace(/-\d+(?=\.)/, "");
}

/** Returns the names of all files of an image. The smaller copies need not exist yet. */
export function fileNamesOf({
  fileName,
  ...size
}: ImageSize & Pick<AttachmentRecord, "fileName">): readonly string[] {
  return [fileName, ...smallerSizes(size).map(({ width }) => sizeName(fileName, width))];
}
