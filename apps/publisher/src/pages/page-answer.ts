import type { PageContent } from "../delivery/finished-page.ts";

/** What a reader gets. */
// Redirections lead to paths below the root of the pages, from which they start with a slash.
export type PageAnswer =
  | { readonly kind: "content"; readonly content: PageContent }
  | { readonly kind: "redirect"; readonly to: string; readonly isTemporary?: boolean };
