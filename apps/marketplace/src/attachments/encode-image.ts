import sharp, { type Sharp } from "sharp";
import type { ImageType } from "../storage/attachment-repository.ts";
import { type ImageSize, smallerSizes } from "../storage/image-sizes.ts";

/** A smaller copy of an image. */
export interface EncodedSize {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
}

/** A re-encoded image, with its smaller copies. */
export interface EncodedImage extends ImageSize {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sizes: readonly EncodedSize[];
}

/**
 * An encoded image, or the reason why the upload was rejected: too many pixels, or bytes that are
 * not a valid image.
 */
export type EncodeResult =
  | { readonly kind: "encoded"; readonly image: EncodedImage }
  | { readonly kind: "too_large" }
  | { readonly kind: "unreadable" };

/** The number of pixels in a photo of a current camera. Decoded, they need 160 MB of memory. */
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 65_535;

const OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true } as const;

// Encoding one image must not use all threads, and the library must not cache images in memory.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Encodes an image again. The result is upright, in sRGB, and contains only the first frame.
 * Metadata and all other content of the file are removed.
 */
export async function encodeImage(bytes: Uint8Array, type: ImageType): Promise<EncodeResult> {
  const input = sharp(bytes, OPTIONS);
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { format, width, height, orientation = 1 } = found;
    if (`image/${format}` !== type) return { kind: "unreadable" };
    if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) {
      return { kind: "too_large" };
    }
    // An image that must be rotated is completely in memory. All other images are processed row by
    // row.
    const upright = orientation === 1 ? input : input.autoOrient();
    const { data, info } = await imageEncoder(upright, type).toBuffer({
      resolveWithObject: true,
    });
    const { width: uprightWidth, height: uprightHeight } = info;
    const size = { width: uprightWidth, height: uprightHeight };
    const sizes = await encodeSizes(data, { ...size, mediaType: type });
    return { kind: "encoded", image: { ...size, bytes: Uint8Array.from(data), sizes } };
  } catch {
    // Every error of the library means that the uploaded file is invalid.
    return { kind: "unreadable" };
  }
}

/**
 * Creates the smaller copies of an image from `encodeImage`. Rejects if the image cannot be read.
 */
export async function encodeSizes(
  bytes: Uint8Array,
  image: ImageSize & { readonly mediaType: ImageType },
): Promise<readonly EncodedSize[]> {
  const sizes: EncodedSize[] = [];
  for (const { width, height } of smallerSizes(image)) {
    const copy = sharp(bytes, OPTIONS).resize(width, height, { fit: "fill" });
    const encoded = await imageEncoder(copy, image.mediaType).toBuffer();
    sizes.push({ width, bytes: Uint8Array.from(encoded) });
  }
  return sizes;
}

function imageEncoder(image: Sharp, type: ImageType): Sharp {
  // Optimised Huffman tables would save about 20 % of the bytes. However, they would need 240 MB of
  // memory for the whole image.
  if (type === "image/jpeg") return image.jpeg({ quality: 80, optimiseCoding: false });
  return image.png({ compressionLevel: 6 });
}
