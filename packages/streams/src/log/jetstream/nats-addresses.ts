// Parses addresses of NATS servers in the form that operators use. The NATS client accepts only hosts and
// ports, and quotes them in errors, so the other parts are separated here.

/** The servers, and the settings that their addresses contain. */
export interface NatsAddresses {
  /** The host and port of each server. */
  readonly servers: string[];
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  /** Whether an address begins with `tls://`. */
  readonly tls: boolean;
}

/**
 * Reads addresses such as `nats://user:password@host:4222`: a list, or a text in which commas separate
 * them. A user without a password is a token.
 *
 * @throws TypeError if an address is invalid. The message does not quote it, because it may contain a
 * password.
 */
export function readNatsAddresses(given: string | readonly string[]): NatsAddresses {
  const texts = [given].flat().flatMap((text) => text.split(","));
  const urls = texts.map((text) => readAddress(text.trim()));
  const named = urls.find(({ username }) => username !== "");
  const user = named && decodeURIComponent(named.username);
  const password = named && decodeURIComponent(named.password);
  return {
    servers: urls.map(({ host }) => host),
    ...(user !== undefined && (password ? { user, password } : { token: user })),
    tls: urls.some(({ protocol }) => protocol === "tls:"),
  };
}

function readAddress(text: string): URL {
  const url = URL.parse(/^[a-z]+:\/\//.test(text) ? text : `nats://${text}`);
  const isAddress = url?.hostname && /^(nats|tls):$/.test(url.protocol) && url.pathname.length < 2;
  if (url === null || !isAddress) {
    throw new TypeError(
      "an address of NATS is invalid; expected an address such as nats://host:4222",
    );
  }
  return url;
}
