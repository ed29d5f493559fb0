import { type Answer, sendAndReceive } from "./exchange.ts";
import { QUERY, RELAYED } from "./start-relay.ts";
import { bytesOfText, isBytes, textOfBytes } from "./text-of-bytes.ts";

/** Thrown for violations that Prism finds in a request or response. */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
}

/**
 * Creates a fetch for a service behind Prism. It throws `ContractViolation` if Prism finds a violation.
 * Requests to the reporting proxy are wrong on purpose: Prism must find a violation in the request, and
 * none in the response.
 */
export function judgedFetch(telling?: string): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, signal } = request;
    const url = new URL(request.url);
    const written = Object.fromEntries(request.headers);
    // The size of a request head is limited, so that long queries go to Prism only.
    const isShort = url.search !== "" && url.search.length < 4096;
    const headers = isShort ? { ...written, [QUERY]: url.search } : written;
    const bytes = Buffer.from(await request.arrayBuffer());
    const body = isBytes(written["content-type"]) ? textOfBytes(bytes) : bytes;
    const answer = await sendAndReceive(url, { method, headers, body, signal });
    const isTold = url.origin === telling;
    const violations = violationsOf(answer);
    const unexpected = violations.filter((one) => !isTold || !one.startsWith("request"));
    if (unexpected.length > 0) {
      const what = `${method} ${url.pathname} -> ${answer.status}`;
      throw new ContractViolation([what, ...unexpected].join("\n"));
    }
    if (isTold && violations.length === 0) {
      throw new ContractViolation(`${method} ${url.pathname}: the request is in order`);
    }
    return responseOf(answer);
  };
}

/**
 * Returns the violations that Prism reports, each as a line that begins with `request` or
 * `response`.
 */
function violationsOf({ status, headers, body }: Answer): readonly string[] {
  const header = headers["sl-violations"]?.toString();
  const violations = header === undefined ? [] : readViolations(header);
  if (headers[RELAYED] !== undefined) return violations;
  return [...violations, `Prism answers ${status} itself: ${body}`];
}

function readViolations(header: string): readonly string[] {
  // Prism truncates longer lists and marks them.
  if (!header.startsWith("[")) return [header];
  const list: readonly { readonly location: readonly string[]; readonly message: string }[] =
    JSON.parse(header);
  return list.map(({ location, message }) => `${location.join(".")}: ${message}`);
}

function responseOf({ status, headers, body }: Answer): Response {
  const bytes = isBytes(headers["content-type"]) ? bytesOfText(body) : body;
  const entries = Object.entries(headers).map(([name, value]) => [name, `${value}`] as const);
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
    status,
    headers: Object.fromEntries(entries),
  });
}
