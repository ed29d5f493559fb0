/** The addresses of what the service publishes. */
export interface Addresses {
  /** The root of the pages, without a slash at its end. */
  readonly pages: () => string;
  /** The prefix of the API, such as `/v1`. */
  readonly prefix: string;
}

/**
 * Returns the path of the public URL, which comes before all paths that readers are told; empty if it
 * has none. A proxy removes it from those of requests.
 */
export function rootPath({ pages }: Pick<Addresses, "pages">): string {
  return new URL(pages()).pathname.replace(/\/+$/, "");
}

/** Returns the path of the API. */
function apiPath(addresses: Addresses): string {
  return `${rootPath(addresses)}${addresses.prefix}`;
}

/** Returns the path of a version in the API. */
export function versionPath(addresses: Addresses, id: string): string {
  return `${apiPath(addresses)}/versions/${id}`;
}

/** Returns the path of a comparison in the API. */
export function diffPath(addresses: Addresses, id: string): string {
  return `${apiPath(addresses)}/diffs/${id}`;
}

/** Returns the path of an interface in the API. */
export function interfacePath(addresses: Addresses, name: string): string {
  return `${apiPath(addresses)}/interfaces/${name}`;
}

/** Returns the URL of the pages of an interface. */
export function interfaceUrl({ pages }: Addresses, name: string): string {
  return `${pages()}/${name}/`;
}

/** Returns the URL of the reference of a version. */
export function documentationUrl(addresses: Addresses, name: string, number: number): string {
  return `${interfaceUrl(addresses, name)}versions/${number}/`;
}

/** Returns the URL of the page about the changes of a version. */
export function changesUrl(addresses: Addresses, name: string, number: number): string {
  return `${documentationUrl(addresses, name, number)}changes.html`;
}
