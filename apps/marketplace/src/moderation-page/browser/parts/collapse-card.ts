import { element } from "./element.ts";

/** Collapses a card to one line after its decision, and focuses the next card. */
export function collapseCard(card: HTMLElement, text: string, after?: Node): void {
  card.className = "card done";
  card.replaceChildren(element("p", {}, text, " ", after));
  const open = [...document.querySelectorAll<HTMLElement>(".card:not(.done)")];
  const next = open.find((each) => isAfter(each, card)) ?? open.at(-1);
  const focused = next?.querySelector<HTMLElement>("h2") ?? document.querySelector("h1");
  focused?.focus();
}

function isAfter(node: Node, reference: Node): boolean {
  return (reference.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
