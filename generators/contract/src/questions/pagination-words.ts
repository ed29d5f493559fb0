// Describes the pagination of a list in words, for pages of documentation.

import type { Pagination } from "../model/pagination.ts";

/** A piece of a sentence: text, or a name or pointer that is shown as code. */
export type PaginationWord = string | { readonly code: string };

/** Describes the pagination of a list as a sentence without its full stop. */
export function paginationWords(pagination: Pagination): readonly PaginationWord[] {
  const { items } = pagination;
  const words = stepWords(pagination);
  return items.length === 0 ? words : [...words, "; the items are at ", pointerWord(items)];
}

function stepWords(pagination: Pagination): readonly PaginationWord[] {
  switch (pagination.kind) {
    case "cursor": {
      const { next, lastItem = [], parameter } = pagination;
      const from = next ? [pointerWord(next)] : [pointerWord(lastItem), " of the last item"];
      return ["for the next page, send ", ...from, " as ", { code: parameter }];
    }
    case "page":
      return [
        { code: pagination.parameter },
        ` is the page number; the first page is ${pagination.first}`,
      ];
    case "offset":
      return [{ code: pagination.parameter }, " is the number of items to skip"];
    case "link": {
      const from = pagination.next
        ? [pointerWord(pagination.next)]
        : ["the header ", { code: "Link" }];
      return ["the URL of the next page is in ", ...from];
    }
  }
}

function pointerWord(path: readonly string[]): PaginationWord {
  const escaped = path.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1"));
  return { code: `/${escaped.join("/")}` };
}
