// Encodes the body of a request for fetch. A generated descriptor refers to the encoder that its operation
// needs, so that a bundle contains no other encoder.

import type { BodyEncoder, EncodedBody, FetchBody, MediaDescriptor } from "../codegen/body.ts";
import { CodecError } from "../errors/codec-error.ts";
import { findMediaType } from "../media/media-type.ts";
import { sendMeasured } from "./send-measured.ts";

/** Writes the bodies of certain media types. */
export interface BodyWriter {
  /**
   * Reports whether a value can be sent as a media type. Used for callers that do not name a media type.
   */
  fits(media: MediaDescriptor, value: unknown): boolean;
  /**
   * Writes a value. `type` is absent if the contract documents only a range of media types.
   *
   * @throws CodecError if `isChecked` is set and the value does not match its schema.
   */
  write(
    media: MediaDescriptor,
    value: unknown,
    type: string | undefined,
    isChecked: boolean,
  ): EncodedBody;
}

/** Creates an encoder from a writer. */
export function bodyEncoder({ fits, write }: BodyWriter): BodyEncoder {
  return {
    encode({ required, content }, { value, chosenType, mode, issues, error }) {
      if (value === undefined) {
        if (!required || mode === "off") return undefined;
        const message = "the body is required";
        if (mode === "error") throw error(message);
        issues.push({ of: "request", code: "required", pointer: "", message });
        return undefined;
      }
      const first = Object.entries(content).find(([, media]) => fits(media, value));
      const picked =
        chosenType === undefined
          ? first && { documented: first[0], media: first[1] }
          : findMediaType(content, chosenType);
      if (picked === undefined) throw error("the body fits none of the documented media types");
      const { documented, media } = picked;
      const type = chosenType ?? (documented.includes("*") ? undefined : documented);
      if (mode === "off") return write(media, value, type, false);
      try {
        return write(media, value, type, true);
      } catch (cause) {
        if (mode === "error" || !(cause instanceof CodecError)) throw cause;
        for (const issue of cause.issues) issues.push({ of: "request", ...issue });
        return write(media, value, type, false);
      }
    },
    sendMeasured,
    uploadTimeMs,
  };
}

/** The slowest supported speed of an upload, in bytes per second. */
const SLOWEST_PACE = 8 * 1024;

/**
 * Returns the time in milliseconds that sending a body needs on the slowest supported line; 0 for a stream,
 * whose length is unknown.
 */
function uploadTimeMs(body: FetchBody): number {
  return Math.floor(bodyLength(body) / SLOWEST_PACE) * 1000;
}

function bodyLength(body: FetchBody): number {
  if (body instanceof Blob) return body.size;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  return typeof body === "string" ? body.length : 0;
}
