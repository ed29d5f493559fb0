import type { Server } from "@specwright/contract";

/** The host in samples if the document declares no server. */
const unnamedHost = "api.example.com";

/** Returns the URL of a server without a final slash. Replaces variables by values. */
export function serverAddress(server: Server | undefined): string {
  const unnamed = `https://${unnamedHost}`;
  if (server === undefined) return unnamed;
  const url = fillVariables(server);
  const whole = hasScheme(url) ? url : unnamed + (url.startsWith("/") ? url : `/${url}`);
  return whole.replace(/\/+$/, "");
}

/**
 * Returns the URL of the first WebSocket server, without a final slash and with values for variables. If
 * the URL has no scheme, as in AsyncAPI 2, the protocol of the server becomes the scheme.
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

/**
 * Replaces the variables in a server URL. Uses the default value, else an example, else a listed value,
 * else an invented value.
 */
function fillVariables({ url, variables }: Server): string {
  return url.replaceAll(/(:?)\{([^{}]*)\}/g, (_, colon: string, name: string) => {
    const variable = variables.get(name);
    const preset = variable?.["default"];
    const given = [preset, ...asList(variable?.["examples"]), ...asList(variable?.["enum"])];
    const first = given.find((each) => typeof each === "string" && each !== "");
    if (typeof first === "string") return colon + first;
    if (preset === "") return colon;
    // A variable after a colon is usually a port.
    return colon === "" ? encodeURIComponent(name.toWellFormed()) : ":443";
  });
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
