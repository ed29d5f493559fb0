import type { ContractIssue, ReceivedAnswer, ResponseParts } from "@specwright/runtime";

/**
 * What a call may resolve with if the validation of responses is not `error`: a response whose
 * status and media type are documented, or else a `ReceivedAnswer`.
 */
export type Received<Response extends ResponseParts> =
  | (Response & {
      readonly documented?: undefined;
      /** Where request and response break the contract; absent if nowhere. */
      readonly issues?: readonly ContractIssue[];
    })
  | ReceivedAnswer;

/**
 * Returns an answer with its full type, after a call whose validation of responses is `report` or
 * `off`.
 * The generated type, which it has before, states what the contract promises; the server may have
 * sent anything.
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
