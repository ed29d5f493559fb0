import { isRestError } from "@specwright/rest/client";

/** The reason why a call got no response. */
export interface Lost {
  readonly status: 0;
  readonly body: string;
}

/** Resolves with the response to a call, or with `Lost` if no response arrives. */
export async function callOrLost<Answer>(call: Promise<Answer>): Promise<Answer | Lost> {
  try {
    return await call;
  } catch (error) {
    if (!isRestError(error)) throw error;
    const isOffline = error.code === "network" || error.code === "timeout";
    const text = isOffline
      ? "The service is unreachable. Check your connection, then try again."
      : `Unexpected response of the service: ${error.message}`;
    return { status: 0, body: text };
  }
}

const texts: Readonly<Record<number, string>> = {
  401: "Your session has ended. Sign in again.",
  403: "Your account does not have permission to do this.",
  404: "Not found: it does not exist, or you cannot see it in its current state.",
  429: "Too many requests. Wait a minute, then try again.",
  500: "The service failed. Try again, and contact the operator if it fails again.",
  503: "The service is unavailable. Try again in a few seconds.",
};

/** Returns the message for an error response. */
export function failureText(answer: { readonly status: number; readonly body?: unknown }): string {
  const { status, body } = answer;
  if (status === 0) return String(body);
  const { detail, title = "" } = Object(body) as {
    readonly detail?: string;
    readonly title?: string;
  };
  return texts[status] ?? `The service returned ${status}: ${detail ?? title}`;
}
