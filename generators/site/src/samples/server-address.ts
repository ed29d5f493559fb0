import type { Server } from "@specwright/contract";

/** The host that samples use where a document names none. */
const unnamedHost = "api.example.com";

/** Returns the address of a server with values for its variables, without a slash at the end. */
export function serverAddress(server: Server | undefined): string {
  const unnamed = `https://${unnamedHost}`;
  if (server === undefined) return unnamed;
  const url = fillVariables(server);
  const whole = hasScheme(url) ? url : unnamed + (url.startsWith("/") ? url : `/${url}`);
  return whole.replace(/\/+$/, "");
}

/**
 * Returns the address of the first WebSocket server, as `serverAddress` does. Documents of AsyncAPI
 * 2 may leave the scheme to the protocol.
 */
export function streamAddress(servers: readonly Server[]): string {
  const isStream = ({ protocol }: Server): boolean => protocol === "ws" || protocol === "wss";
  const server = servers.find(isStream) ?? servers[0];
  const url = server === undefined ? "" : fillVariables(server);
  const scheme = server !== undefined && isStream(server) ? server.protocol : "wss";
  const named = url === "" || url.startsWith("/") ? unnamedHost + url : url;
  return (hasScheme(named) ? named : `${scheme}://${named}`).replace(/\/+$/, "");
}

function hasScheme(url: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url);
}

/** Fills in variables: the default, an example, a listed value, or else one that is made up. */
function fillVariables({ url, variables }: Server): string {
  return url.replaceAll(/(:?)\{([^{}]*)\}/g, (_, colon: string, name: string) => {
    const variable = variables.get(name);
    const preset = variable?.["default"];
    const given = [preset, ...list(variable?.["examples"]), ...list(variable?.["enum"])];
    const first = given.find((each) => typeof each === "string" && each !== "");
    if (typeof first === "string") return colon + first;
    if (preset === "") return colon;
    // What follows a colon is a port.
    return colon === "" ? encodeURIComponent(name.toWellFormed()) : ":443";
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
