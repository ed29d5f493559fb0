import { bytesOfText, isBytes, textOfBytes } from "./text-of-bytes.ts";

/** Is thrown for what Prism holds against a request or its answer. */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
}

/**
 * Makes a fetch for what is behind Prism, that throws `ContractViolation` where Prism finds one. A
 * request to the proxy that only tells is held to be wrong on purpose: Prism must find that it is,
 * and nothing in the answer.
 */
export function judgedFetch({ telling }: { readonly telling: string }): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const bytes = await request.bytes();
    const isForm = isBytes(request.headers.get("content-type"));
    const body = bytes.length === 0 ? null : new Uint8Array(isForm ? textOfBytes(bytes) : bytes);
    const { url, method, headers, signal, redirect } = request;
    const response = await fetch(url, { method, headers, signal, redirect, body });
    const text = Buffer.from(await response.bytes());
    const violations = violationsOf(response, text);
    const isTold = new URL(url).origin === telling;
    const unexpected = violations.filter((one) => !isTold || !one.startsWith("request"));
    if (unexpected.length > 0) {
      const what = `${method} ${new URL(url).pathname} -> ${response.status}`;
      throw new ContractViolation([what, ...unexpected].join("\n"));
    }
    if (isTold && violations.length === 0) {
      throw new ContractViolation(`${method} ${url}: the request is as the contract has it`);
    }
    const isFile = isBytes(response.headers.get("content-type"));
    const given = text.length === 0 ? null : new Uint8Array(isFile ? bytesOfText(text) : text);
    return new Response(given, response);
  };
}

/** Lists what Prism says, as one line each that begins with `request` or `response`. */
function violationsOf({ status, headers }: Response, body: Buffer): readonly string[] {
  const told = headers.get("sl-violations");
  const violations = told === null ? [] : readViolations(told);
  const isOwn = body.includes('"type":"https://stoplight.io/prism/errors#');
  return isOwn ? [...violations, `Prism answers ${status} itself: ${body}`] : violations;
}

function readViolations(header: string): readonly string[] {
  // Longer lists are cut, and marked so.
  if (!header.startsWith("[")) return [header];
  const list: readonly { readonly location: readonly string[]; readonly message: string }[] =
    JSON.parse(header);
  return list.map(({ location, message }) => `${location.join(".")}: ${message}`);
}
