// Prints the transport options of a client for the example in the README.

import {
  type Channel,
  type Contract,
  credentialOf,
  schemesOf,
  securityLists,
} from "@specwright/contract";

/**
 * Prints the options of the transport with which the example opens a channel, such as `{ url, credentials:
 * { token } }`.
 */
export function transportOptions(contract: Contract, channel: Channel): string {
  const key = channel.signature === undefined ? [] : ["accessKey", "secretKey", "brokerId"];
  const schemes = schemesFor(securityLists(contract, channel));
  // A name with other characters could make the example invalid.
  const isPlain = schemes.every((id) => /^[\w.-]+$/.test(id));
  const members = schemes.map((id) => credentialText(contract, id)).join(", ");
  const credentials = isPlain ? `credentials: { ${members} }` : "credentials";
  return `{ ${["url", ...key, ...(schemes.length === 0 ? [] : [credentials])].join(", ")} }`;
}

/**
 * Chooses one alternative from each list, and returns all schemes in them. It prefers alternatives whose
 * schemes are already chosen. Lists with few alternatives are handled first, because they leave less
 * choice.
 */
function schemesFor(lists: readonly (readonly (readonly string[])[])[]): readonly string[] {
  const chosen = new Set<string>();
  for (const alternatives of [...lists].sort((a, b) => a.length - b.length)) {
    const added = (ids: readonly string[]): number => ids.filter((id) => !chosen.has(id)).length;
    const [best = []] = [...alternatives].sort((a, b) => added(a) - added(b));
    for (const id of best) chosen.add(id);
  }
  return [...chosen];
}

function credentialText(contract: Contract, id: string): string {
  const scheme = schemesOf(contract).get(id);
  const kind = scheme && credentialOf(scheme)?.kind;
  const value = kind === "basic" ? "{ user, secret }" : kind === undefined ? "{ headers }" : "";
  const name = /^[A-Za-z_]\w*$/.test(id) ? id : JSON.stringify(id);
  if (value !== "") return `${name}: ${value}`;
  return name === id ? name : `${name}: secret`;
}
