import type { PageContent } from "../delivery/finished-page.ts";

/** What a reader gets. */
export type PageAnswer =
  | { readonly kind: "content"; readonly content: PageContent }
  | { readonly kind: "redirect"; readonly to: string; readonly isTemporary?: boolean };
