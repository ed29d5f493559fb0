import { createHmac, timingSafeEqual } from "node:crypto";
import type { GetAttachmentFileQuery } from "@specwright/marketplace-api/types";
import type { Clock } from "@specwright/runtime";
import type { AttachmentRecord } from "../storage/attachment-repository.ts";
import type { ListingStatus } from "../storage/listing-status.ts";
import { publicImageName } from "./public-image-name.ts";

/** Creates links to image files. The links work without a session. */
export interface FileLinks {
  /**
   * Returns a link to an image, or to its smaller copy if `width` is set. The link is permanent if
   * the listing is published, and temporary otherwise.
   */
  urlOf(image: AttachmentRecord, status: ListingStatus, width?: number): string;
  /**
   * Reports whether a temporary link is valid. Its signature must be from this service and for this
   * image. The link must not have expired, and the status of the listing must not have changed.
   * Links to images of a listing in the trash are never valid.
   */
  isGood(attachmentId: number, link: GetAttachmentFileQuery, status: ListingStatus): boolean;
}

const HOUR_S = 3600;

/**
 * Creates the links of a service. `key` is the secret of the signatures, and `baseUrl` the public
 * URL of the service.
 */
export function fileLinks(
  key: Uint8Array,
  clock: Pick<Clock, "now">,
  baseUrl: () => string,
): FileLinks {
  function signatureOf(
    attachmentId: number,
    status: ListingStatus,
    { expires, width = "" }: Pick<GetAttachmentFileQuery, "expires"> & { readonly width?: unknown },
  ): string {
    const text = `file\n${attachmentId}\n${status}\n${expires}\n${width}`;
    return createHmac("sha256", key).update(text).digest("base64url");
  }
  return {
    urlOf(image, status, width) {
      if (status === "publish") return `${baseUrl()}/images/${publicImageName(image, width)}`;
      // The link does not change for an hour, so that browsers can cache the image.
      const expires = (Math.floor(clock.now() / 1000 / HOUR_S) + 2) * HOUR_S;
      const signature = signatureOf(image.id, status, { expires, width });
      const query = new URLSearchParams({ expires: `${expires}`, signature });
      if (width !== undefined) query.set("width", `${width}`);
      return `${baseUrl()}/attachments/${image.id}/file?${query}`;
    },
    isGood(attachmentId, link, status) {
      if (status === "trash" || status === "publish") return false;
      const want = Buffer.from(signatureOf(attachmentId, status, link));
      const got = Buffer.from(link.signature);
      const isOurs = got.byteLength === want.byteLength && timingSafeEqual(got, want);
      return isOurs && clock.now() < link.expires * 1000;
    },
  };
}
