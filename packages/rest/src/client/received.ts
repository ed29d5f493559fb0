import type { ContractIssue, ReceivedAnswer, ResponseParts } from "@specwright/runtime";

/**
 * The result of a call if the validation of responses is not `error`. It is either a response with a
 * documented status and media type, or a `ReceivedAnswer`.
 */
export type Received<Response extends ResponseParts> =
  | (Response & {
      readonly documented?: undefined;
      /** The violations of the contract; absent without violations. */
      readonly issues?: readonly ContractIssue[];
    })
  | ReceivedAnswer;

/**
 * Returns an answer with its full type, after a call whose validation of responses is `report` or
 * `off`. The generated type describes only answers that keep the contract, but the server may have
 * sent any answer.
 *
 * @example
 * ```ts
 * const validation = { response: "report" } as const;
 * const answer = received(await client.getListing({ path }, { validation }));
 * if (answer.documented === false) console.warn(answer.status, answer.body);
 * else if (answer.issues) console.warn(answer.issues);
 * ```
 */
export function received<Response extends ResponseParts>(response: Response): Received<Response> {
  return response as Received<Response>;
}

/** An item of a stream, and its violations of the contract. */
export interface ReceivedItem<Item> {
  readonly item: Item;
  /** Pointers are relative to the item. Empty if the item keeps the contract, or was not checked. */
  readonly issues: readonly ContractIssue[];
}

/** The issues of the last item that a body has yielded, by body. */
const latest = new WeakMap<object, ContractIssue[]>();

/**
 * Records the list of issues of a body. Before the body yields an item, it writes the issues of the item to
 * this list.
 */
export function keepItemIssues(body: object, issues: ContractIssue[]): void {
  latest.set(body, issues);
}

/**
 * Returns the items of a response together with their issues, after a call whose validation of
 * responses is `report`. Other errors, such as a lost connection, are still thrown.
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
