import { isRestError } from "@specwright/rest/client";

/** A call without an answer, and why. */
export interface Lost {
  readonly status: 0;
  readonly body: string;
}

/** Waits for the answer to a call. Resolves with `Lost` if there is none. */
export async function attempt<Answer>(call: Promise<Answer>): Promise<Answer | Lost> {
  try {
    return await call;
  } catch (error) {
    if (!isRestError(error)) throw error;
    const isOffline = error.code === "network" || error.code === "timeout";
    const text = isOffline
      ? "The service cannot be reached. Check your connection, then try again."
      : `The answer of the service is not understood: ${error.message}`;
    return { status: 0, body: text };
  }
}

const texts: Readonly<Record<number, string>> = {
  401: "Your session has ended. Sign in again.",
  403: "Your account may not do this.",
  404: "It does not exist, or you cannot see it in its present state.",
  429: "Too many requests. Wait a minute, then try again.",
  500: "The service has failed. Try again, and tell its operator if it does not help.",
  503: "The service is unavailable. Try again in a few seconds.",
};

/** Says in words what an answer that is not a success means. */
export function failureText(answer: { readonly status: number; readonly body?: unknown }): string {
  const { status, body } = answer;
  if (status === 0) return String(body);
  const { detail, title = "" } = Object(body) as {
    readonly detail?: string;
    readonly title?: string;
  };
  return texts[status] ?? `The service answers ${status}: ${detail ?? title}`;
}
