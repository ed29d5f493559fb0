/** A request whose body was read, so that it can be sent more than once. */
export interface Prepared {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** Reads a request that is about to be sent. */
export async function prepareRequest(request: Request): Promise<Prepared> {
  const { url, method, headers } = request;
  const bytes = new Uint8Array(await request.arrayBuffer());
  return { url: new URL(url), method, headers, body: bytes.length === 0 ? undefined : bytes };
}

export function moveTo(url: URL, baseUrl: string): URL {
  return new URL(`${baseUrl}${url.pathname}${url.search}`);
}

export function withQuery(url: URL, more: string): URL {
  return new URL(`${url.href}${url.search === "" ? "?" : "&"}${more}`);
}

/** Replaces the id in the path, if there is one. */
export function withId(url: URL, id: number): URL {
  const changed = new URL(url);
  changed.pathname = url.pathname.replace(/\/\d+(?=[/-]|$)/, `/${id}`);
  return changed;
}

export function withHeaders(headers: Headers, more: Readonly<Record<string, string>>): Headers {
  const changed = new Headers(headers);
  for (const [name, value] of Object.entries(more)) changed.set(name, value);
  return changed;
}

/** Replaces the values of existing members of a JSON object. */
export function withFields(
  body: Prepared["body"],
  values: Readonly<Record<string, string>>,
): Prepared["body"] {
  const fields: Readonly<Record<string, unknown>> = JSON.parse(Buffer.from(body ?? []).toString());
  const others = Object.entries(values).filter(([name]) => Object.hasOwn(fields, name));
  return bytesOf(JSON.stringify({ ...fields, ...Object.fromEntries(others) }));
}

/** Replaces the listing in a form, if it is one. */
export function withListing(body: Prepared["body"], id: number): Prepared["body"] {
  const text = Buffer.from(body ?? []).toString("latin1");
  const changed = text.replace(/(name="listing_id"\r\n(?:.+\r\n)*\r\n)\d+/, `$1${id}`);
  return body && new Uint8Array(Buffer.from(changed, "latin1"));
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
