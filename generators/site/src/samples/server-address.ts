import type { Server } from "@specwright/contract";

/** The host of samples for a document without servers. */
const unnamedHost = "api.example.com";

/** Returns the URL of a server with values for its variables, without a final slash. */
export function serverAddress(server: Server | undefined): string {
  const unnamed = `https://${unnamedHost}`;
  if (server === undefined) return unnamed;
  const url = fillVariables(server);
  const whole = hasScheme(url) ? url : unnamed + (url.startsWith("/") ? url : `/${url}`);
  return whole.replace(/\/+$/, "");
}

/**
 * Returns the URL of the first WebSocket server, as `serverAddress` does. In AsyncAPI 2, the protocol may
 * replace the scheme of the URL.
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

/** Fills in variables: the default, an example, a listed value, or else an invented one. */
function fillVariables({ url, variables }: Server): string {
  return url.replaceAll(/(:?)\{([^{}]*)\}/g, (_, colon: string, name: string) => {
    const variable = variables.get(name);
    const preset = variable?.["default"];
    const given = [preset, ...asList(variable?.["examples"]), ...asList(variable?.["enum"])];
    const first = given.find((each) => typeof each === "string" && each !== "");
    if (typeof first === "string") return colon + first;
    if (preset === "") return colon;
    // A variable after a colon is a port.
    return colon === "" ? encodeURIComponent(name.toWellFormed()) : ":443";
  });
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
