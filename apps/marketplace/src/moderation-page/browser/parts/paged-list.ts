import { failureText, type Lost } from "../attempt.ts";
import { actionButton } from "./action-button.ts";
import { element } from "./element.ts";
import { failureBox } from "./failure.ts";

export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/** A list that is read page by page. */
export interface PagedList<Item> {
  read(
    cursor: string | undefined,
  ): Promise<
    | { readonly status: 200; readonly body: ListPage<Item> }
    | { readonly status: number; readonly body?: unknown }
    | Lost
  >;
  /** Creates the `li` element of an item; undefined skips the item. */
  draw(item: Item): HTMLElement | undefined;
  /** The message that an empty list shows. */
  readonly empty: string;
}

/** Creates a list with the first page of items, and a button that loads the next page. */
export function pagedList<Item>({ read, draw, empty }: PagedList<Item>): HTMLElement {
  const list = element("ol", { class: "cards" });
  const foot = element("div", { role: "status" });
  const box = element("div", {}, list, foot);

  async function loadPage(cursor?: string): Promise<void> {
    const before = list.lastElementChild;
    if (cursor === undefined) foot.replaceChildren("Loading …");
    const answer = await read(cursor);
    if (answer.status !== 200) {
      foot.replaceChildren(failureBox(failureText(answer), () => loadPage(cursor)));
      return;
    }
    const { data, next_cursor: next } = answer.body as ListPage<Item>;
    for (const item of data) {
      const drawn = draw(item);
      if (drawn !== undefined) list.append(drawn);
    }
    // All items of the page were skipped. Read the next page immediately, because otherwise the
    // list would seem to have ended.
    if (list.lastElementChild === before && next !== null) return await loadPage(next);
    const more = next === null ? [] : [actionButton("Load more", () => loadPage(next))];
    foot.replaceChildren(...(list.hasChildNodes() ? more : [element("p", {}, empty)]));
    const first = before?.nextElementSibling?.querySelector<HTMLElement>("h2");
    if (cursor !== undefined) first?.focus();
  }

  void loadPage();
  return box;
}
