/** Returns an address without the names of its parameters, which are not sent. */
export function addressForm(address: string | null): string | null {
  return address === null ? null : address.replaceAll(/\{[^}]*\}/g, "{}");
}

/** Lists the names of the parameters of an address, in order. */
export function addressNames(address: string | null): readonly string[] {
  return [...(address ?? "").matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}
