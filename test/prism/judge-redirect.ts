// Prism as a proxy follows redirections, so that clients never see them. Its validator judges them instead.

import { validateOutput } from "@stoplight/prism-http/dist/validator/index.js";
import { type Answer, type Sent, sendAndReceive } from "./exchange.ts";
import { ContractViolation } from "./judged-fetch.ts";
import type { PrismOperations } from "./start-prism.ts";
import type { Alter } from "./start-relay.ts";

/**
 * Sends a request without Prism.
 * @throws ContractViolation if Prism finds one in the response.
 */
export async function judgeRedirect(
  operation: PrismOperations[number],
  url: URL,
  sent: Sent,
  change: Alter = (answer) => answer,
): Promise<Answer> {
  const { status, headers, body } = change(await sendAndReceive(url, sent));
  const lines = Object.entries(headers).map(([name, value]) => [name, `${value}`] as const);
  const judged = validateOutput({
    resource: operation,
    element: {
      statusCode: status,
      headers: Object.fromEntries(lines),
      body: body.length === 0 ? undefined : body.toString(),
    },
  });
  if (judged._tag === "Left") {
    throw new ContractViolation(judged.left.map(({ message }) => message).join("\n"));
  }
  return { status, headers, body };
}
