import type { Server } from "@specwright/contract";

/** The address that samples use where a document names no host. */
const unnamed = "https://api.example.com";

/** Returns the address of a server with the defaults of its variables, without a slash at the end. */
export function serverAddress(server: Server | undefined): string {
  if (server === undefined) return unnamed;
  const url = server.url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = server.variables.get(name);
    const [first] = [
      variable?.["default"],
      ...list(variable?.["examples"]),
      ...list(variable?.["enum"]),
    ].filter((each) => typeof each === "string" && each !== "");
    return typeof first === "string" ? first : variable?.["default"] === "" ? "" : whole;
  });
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(url)
    ? url
    : unnamed + (url.startsWith("/") ? url : `/${url}`);
  return whole.replace(/\/+$/, "");
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
