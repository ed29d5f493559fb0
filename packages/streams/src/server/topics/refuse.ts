/** The refusal of a subscription or a connection. */
export class FeedRefusal {
  readonly text: string;
  readonly code: string | number | undefined;

  constructor(text: string, code?: string | number) {
    this.text = text;
    this.code = code;
  }
}

/**
 * Creates a refusal, which a handler can return.
 *
 * @param text the reason, for people
 * @param code the reason, for programs. Use it only if the contract has such codes.
 *
 * @example
 * ```ts
 * const open = ({ room }: { readonly room: string }) => room !== "attic" || refuse("There is no attic.", 404);
 * ```
 */
export function refuse(text: string, code?: string | number): FeedRefusal {
  return new FeedRefusal(text, code);
}
