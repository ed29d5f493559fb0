import { createHmac, timingSafeEqual } from "node:crypto";
import type { GetAttachmentFileQuery } from "@specwright/marketplace-api/types";
import type { Clock } from "@specwright/runtime";

/** Says what a link was given for: a published listing, or one that few may see. */
export type LinkScope = GetAttachmentFileQuery["scope"];

/** Makes links to the bytes of images, which work without a session, for a while. */
export interface FileLinks {
  urlOf(attachmentId: number, scope: LinkScope): string;
  /** Tells whether a link is one of ours, for this image, and has not ended. */
  isGood(attachmentId: number, link: GetAttachmentFileQuery): boolean;
}

const HOUR_S = 3600;

/** Makes the links of a service; `key` is its own, and `baseUrl` where its clients find it. */
export function fileLinks(
  key: Uint8Array,
  clock: Pick<Clock, "now">,
  baseUrl: () => string,
): FileLinks {
  function signatureOf(attachmentId: number, scope: LinkScope, expires: number): string {
    const text = `file\n${attachmentId}\n${scope}\n${expires}`;
    return createHmac("sha256", key).update(text).digest("base64url");
  }
  return {
    urlOf(attachmentId, scope) {
      // The same for an hour, so that browsers need not load an image again.
      const expires = (Math.floor(clock.now() / 1000 / HOUR_S) + 2) * HOUR_S;
      const signature = signatureOf(attachmentId, scope, expires);
      const query = new URLSearchParams({ expires: `${expires}`, scope, signature });
      return `${baseUrl()}/attachments/${attachmentId}/file?${query}`;
    },
    isGood(attachmentId, { expires, scope, signature }) {
      const want = Buffer.from(signatureOf(attachmentId, scope, expires));
      const got = Buffer.from(signature);
      const isOurs = got.byteLength === want.byteLength && timingSafeEqual(got, want);
      return isOurs && clock.now() < expires * 1000;
    },
  };
}
