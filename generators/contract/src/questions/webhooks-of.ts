import type { Contract } from "../model/contract.ts";
import type { HttpOperation } from "../model/operation.ts";

/** A webhook or a callback. */
export interface Webhook {
  readonly operation: HttpOperation;
  /** The name of the webhook or callback in the document. */
  readonly name: string;
  /** The expression for the URL; set only for a callback. */
  readonly url?: string;
}

/** Lists the webhooks of a document, and the callbacks of all its operations. */
export function webhooksOf({ operations, webhooks }: Contract): readonly Webhook[] {
  const callbacksOf = (operation: HttpOperation): readonly Webhook[] =>
    [...operation.callbacks].flatMap(([name, called]) =>
      called.flatMap((each) => [{ operation: each, name, url: each.path }, ...callbacksOf(each)]),
    );
  return [
    ...webhooks.map((operation) => ({ operation, name: operation.path })),
    ...[...operations, ...webhooks].flatMap(callbacksOf),
  ];
}
