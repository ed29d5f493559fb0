/** Removes the names of parameters from an address, because the names are not part of requests. */
export function addressForm(address: string | null): string | null {
  return address === null ? null : address.replaceAll(/\{[^}]*\}/g, "{}");
}

/** Lists the names of the parameters of an address, in order. */
export function addressNames(address: string | null): readonly string[] {
  return [...(address ?? "").matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}
