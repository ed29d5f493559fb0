import { type Channel, type Contract, type Server, streamServers } from "@specwright/contract";
import { compareCodePoints } from "@specwright/spec-loader";

/**
 * Lists the paths of the servers of a channel. Each path precedes the address of the channel. A variable
 * remains in the path if it is a whole segment, because it can have any value. Other variables are replaced
 * by their defaults.
 */
export function serverPaths(contract: Contract, channel: Channel): readonly string[] {
  const paths = new Set(streamServers(contract, channel).map(serverPath));
  return [...paths].sort(compareCodePoints);
}

function serverPath({ url, variables }: Server): string {
  const filled = url.replaceAll(/(^|\/)?\{([^{}]*)\}/g, (whole, slash: string, name: string) => {
    const preset = variables.get(name)?.["default"];
    const isSegment = slash === "/" && typeof preset === "string" && preset !== "";
    return isSegment || typeof preset !== "string" ? whole : `${slash ?? ""}${preset}`;
  });
  // The host of a server can also start with the scheme, which then occurs twice.
  const rest = filled.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)+/i, "");
  const slash = rest.indexOf("/");
  return slash === -1 ? "" : rest.slice(slash).replace(/\/+$/, "");
}
