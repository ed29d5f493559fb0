import sharp, { type Sharp } from "sharp";
import type { ImageType } from "./attachment-repository.ts";

/** A re-encoded image. */
export interface EncodedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** An image, or the reason why there is none: too many pixels, or unreadable bytes. */
export type EncodeResult =
  | { readonly kind: "encoded"; readonly image: EncodedImage }
  | { readonly kind: "too_large" }
  | { readonly kind: "unreadable" };

/** What a camera of today makes; decoded, 160 MB. */
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 65_535;

// One image must not take all threads, nor one that was served keep memory.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Encodes an image anew: upright, in sRGB, the first frame only, without metadata and whatever
 * else was in the bytes.
 */
export async function encodeImage(bytes: Uint8Array, type: ImageType): Promise<EncodeResult> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true } as const;
  const input = sharp(bytes, options);
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { format, width, height, orientation = 1 } = found;
    if (`image/${format}` !== type) return { kind: "unreadable" };
    if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) {
      return { kind: "too_large" };
    }
    // Only what must be turned is held as a whole; else rows go through.
    const upright = orientation === 1 ? input : input.autoOrient();
    const { data, info } = await encoderOf(upright, type).toBuffer({
      resolveWithObject: true,
    });
    const copy = Uint8Array.from(data);
    return { kind: "encoded", image: { bytes: copy, width: info.width, height: info.height } };
  } catch {
    // Whatever the library has against it: a client's bytes are the client's.
    return { kind: "unreadable" };
  }
}

function encoderOf(image: Sharp, type: ImageType): Sharp {
  // Codes made to measure for a JPEG would need the whole of it, 240 MB, for some 20 % fewer bytes.
  if (type === "image/jpeg") return image.jpeg({ quality: 80, optimiseCoding: false });
  return image.png({ compressionLevel: 6 });
}
