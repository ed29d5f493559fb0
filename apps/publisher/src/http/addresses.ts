/** The addresses of the pages and of the API. */
export interface Addresses {
  /** The root of the pages, without a trailing slash. */
  readonly pages: () => string;
  /** The prefix of the API, such as `/v1`. */
  readonly prefix: string;
}

/**
 * Returns the path of the public URL; empty if it has no path. All published paths start with this
 * path, and the proxy removes it from requests.
 */
export function rootPath({ pages }: Pick<Addresses, "pages">): string {
  return new URL(pages()).pathname.replace(/\/+$/, "");
}

function apiPath(addresses: Addresses): string {
  return `${rootPath(addresses)}${addresses.prefix}`;
}

export function versionPath(addresses: Addresses, id: string): string {
  return `${apiPath(addresses)}/versions/${id}`;
}

export function diffPath(addresses: Addresses, id: string): string {
  return `${apiPath(addresses)}/diffs/${id}`;
}

export function interfacePath(addresses: Addresses, name: string): string {
  return `${apiPath(addresses)}/interfaces/${name}`;
}

/** Returns the URL of the pages of an interface, with a trailing slash. */
export function interfaceUrl({ pages }: Addresses, name: string): string {
  return `${pages()}/${name}/`;
}

/** Returns the URL of the reference of a version, with a trailing slash. */
export function documentationUrl(addresses: Addresses, name: string, number: number): string {
  return `${interfaceUrl(addresses, name)}versions/${number}/`;
}

/** Returns the URL of the page about the changes of a version. */
export function changesUrl(addresses: Addresses, name: string, number: number): string {
  return `${documentationUrl(addresses, name, number)}changes.html`;
}
