import type { ContractIssue } from "@specwright/runtime";

/** An item of a stream, and where it breaks the contract. */
export interface ReceivedItem<Item> {
  readonly item: Item;
  /** Pointers are into the item. Empty if it keeps the contract, or was not checked. */
  readonly issues: readonly ContractIssue[];
}

/** The issues of the item that each body has yielded last. */
const latest = new WeakMap<object, ContractIssue[]>();

/** Remembers where a body puts the issues of each item before it yields the item. */
export function keepItemIssues(body: object, issues: ContractIssue[]): void {
  latest.set(body, issues);
}

/**
 * Returns the items of an answer together with their issues, after a call whose validation of
 * responses is `report`. What is no item at all, such as a broken connection, is thrown as before.
 *
 * @example
 * ```ts
 * const { body } = await client.watchPrices({}, { validation: { response: "report" } });
 * for await (const { item, issues } of receivedItems(body)) {
 *   if (issues.length > 0) console.warn(issues, item);
 * }
 * ```
 */
export async function* receivedItems<Item>(
  body: AsyncIterable<Item>,
): AsyncGenerator<ReceivedItem<Item>, void> {
  const found = latest.get(body);
  for await (const item of body) yield { item, issues: found?.splice(0) ?? [] };
}
