import type { PageContent } from "../delivery/finished-page.ts";

/**
 * The response to a request for a page. `to` is a path below the root of the pages, with a leading
 * slash.
 */
export type PageAnswer =
  | { readonly kind: "content"; readonly content: PageContent }
  | { readonly kind: "redirect"; readonly to: string; readonly isTemporary?: boolean };
