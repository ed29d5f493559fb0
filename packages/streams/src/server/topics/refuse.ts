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
 * @param text for people
 * @param code for programs, if the contract has one
 *
 * @example
 * ```ts
 * const open = ({ room }: { readonly room: string }) => room !== "attic" || refuse("There is no attic.", 404);
 * ```
 */
export function refuse(text: string, code?: string | number): FeedRefusal {
  return new FeedRefusal(text, code);
}
