// How the body of a request is encoded for fetch. A generated descriptor refers to the encoder that
// its operation needs, so that a bundle contains no other.

import type { BodyEncoder, EncodedBody, MediaDescriptor } from "../codegen/body.ts";
import { coversMediaType } from "../media-type.ts";
import { sendMeasured } from "./send-measured.ts";
import { uploadTimeMs } from "./upload-time.ts";

/** Writes the bodies of certain media types. */
export interface BodyWriter {
  /** Reports whether a value suits a media type if the caller names none. */
  fits(media: MediaDescriptor, value: unknown): boolean;
  /** Writes a value; `type` is absent if only a range is documented. */
  write(media: MediaDescriptor, value: unknown, type: string | undefined): EncodedBody;
}

/** Creates an encoder from a writer. */
export function bodyEncoder({ fits, write }: BodyWriter): BodyEncoder {
  return {
    encode(content, value, chosenType) {
      const picked = Object.entries(content).find(([type, media]) =>
        chosenType === undefined ? fits(media, value) : coversMediaType(type, chosenType),
      );
      if (picked === undefined) return undefined;
      const [type, media] = picked;
      return write(media, value, chosenType ?? (type.includes("*") ? undefined : type));
    },
    sendMeasured,
    uploadTimeMs,
  };
}
