/** Separates the subprotocols, which sockets take as a list, from the other headers. */
export function splitProtocols(headers: Readonly<Record<string, string>>): {
  readonly protocols: string[];
  readonly others: Record<string, string>;
} {
  const isProtocol = ([name]: readonly [string, string]): boolean =>
    name.toLowerCase() === "sec-websocket-protocol";
  const entries = Object.entries(headers);
  const listed = entries.filter(isProtocol).flatMap(([, value]) => value.split(","));
  return {
    protocols: listed.map((name) => name.trim()).filter((name) => name !== ""),
    others: Object.fromEntries(entries.filter((entry) => !isProtocol(entry))),
  };
}
