import { StreamError } from "@specwright/runtime";
import { parseUrl } from "@specwright/runtime/transport";

/**
 * Checks the stream address to which the address of a channel and a query are appended.
 *
 * @throws StreamError `invalid_url`, with the expected form.
 */
export function checkAddress(url: string): string {
  const wrong = addressFault(url);
  if (wrong === undefined) return url;
  const message = `${JSON.stringify(url)} ${wrong}: use an address such as wss://stream.example.com/v1`;
  throw new StreamError("invalid_url", message);
}

function addressFault(url: string): string | undefined {
  const parsed = parseUrl(url);
  if (parsed === undefined) return "is not a stream address";
  const { protocol, hostname, search, hash } = parsed;
  // Some platforms accept the schemes of HTTP for WebSocket.
  if (!/^(?:ws|http)s?:$/.test(protocol) || hostname === "") {
    return "does not begin with ws:// or wss://";
  }
  if (search !== "" || hash !== "") return "has a query or a fragment";
  return undefined;
}
