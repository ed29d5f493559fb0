/** The addresses of what the service publishes. */
export interface Addresses {
  /** The root of the pages, without a slash at its end. */
  readonly pages: () => string;
  /** The prefix of the API, such as `/v1`. */
  readonly prefix: string;
}

/** Returns the path of a version in the API. */
export function versionPath({ prefix }: Addresses, id: string): string {
  return `${prefix}/versions/${id}`;
}

/** Returns the path of a comparison in the API. */
export function diffPath({ prefix }: Addresses, id: string): string {
  return `${prefix}/diffs/${id}`;
}

/** Returns the path of an interface in the API. */
export function interfacePath({ prefix }: Addresses, name: string): string {
  return `${prefix}/interfaces/${name}`;
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
