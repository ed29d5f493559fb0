/** A refusal of a subscription or of a connection. */
export class FeedRefusal {
  readonly text: string;
  readonly code: string | number | undefined;

  constructor(text: string, code?: string | number) {
    this.text = text;
    this.code = code;
  }
}

/**
 * Creates a refusal, to be returned by a handler.
 *
 * @param text the reason, for people
 * @param code the reason, for programs; only if the contract has such a code
 *
 * @example
 * ```ts
 * const open = ({ room }: { readonly room: string }) => room !== "attic" || refuse("There is no attic.", 404);
 * ```
 */
export function refuse(text: string, code?: string | number): FeedRefusal {
  return new FeedRefusal(text, code);
}
