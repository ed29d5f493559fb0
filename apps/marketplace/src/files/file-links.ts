import { createHmac, timingSafeEqual } from "node:crypto";
import type { GetAttachmentFileQuery } from "@specwright/marketplace-api/types";
import type { Clock } from "@specwright/runtime";
import type { ListingStatus } from "../storage/listing-status.ts";

/** Returns the scope of a link: a published listing, or one with restricted visibility. */
function scopeOf(status: ListingStatus): GetAttachmentFileQuery["scope"] {
  return status === "publish" ? "public" : "private";
}

/** Creates temporary links to the bytes of images, which work without a session. */
export interface FileLinks {
  /** Returns a link to an image of a listing with this status. */
  urlOf(attachmentId: number, status: ListingStatus): string;
  /**
   * Reports whether a link is one of ours, is for this image, has not expired, and was issued while
   * its listing was in its current state. Links to images in the trash never work.
   */
  isGood(attachmentId: number, link: GetAttachmentFileQuery, status: ListingStatus): boolean;
}

const HOUR_S = 3600;

/** Creates the links of a service. `key` is its secret, and `baseUrl` its public address. */
export function fileLinks(
  key: Uint8Array,
  clock: Pick<Clock, "now">,
  baseUrl: () => string,
): FileLinks {
  function signatureOf(attachmentId: number, status: ListingStatus, expires: number): string {
    const text = `file\n${attachmentId}\n${status}\n${expires}`;
    return createHmac("sha256", key).update(text).digest("base64url");
  }
  return {
    urlOf(attachmentId, status) {
      // The same for an hour, so that browsers can cache the image.
      const expires = (Math.floor(clock.now() / 1000 / HOUR_S) + 2) * HOUR_S;
      const signature = signatureOf(attachmentId, status, expires);
      const scope = scopeOf(status);
      const query = new URLSearchParams({ expires: `${expires}`, scope, signature });
      return `${baseUrl()}/attachments/${attachmentId}/file?${query}`;
    },
    isGood(attachmentId, { expires, scope, signature }, status) {
      if (status === "trash" || scope !== scopeOf(status)) return false;
      const want = Buffer.from(signatureOf(attachmentId, status, expires));
      const got = Buffer.from(signature);
      const isOurs = got.byteLength === want.byteLength && timingSafeEqual(got, want);
      return isOurs && clock.now() < expires * 1000;
    },
  };
}
