import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { ConsoleSettings } from "./browser/console-settings.ts";
import { type ConsoleDeclaration, readConsoleDeclarations } from "./console-declarations.ts";
import { type ConsoleFile, consoleFiles, javascriptFile } from "./console-files.ts";

export interface InterfaceConsole {
  /** The settings as JSON. Pages link to them in the script tag. */
  readonly settings: string;
  /** The sources that `connect-src` of the pages must allow besides `'self'`. */
  readonly connectSources: readonly string[];
}

/** The consoles of a site. */
export interface Consoles {
  /** The name of the script of pages with a console. */
  readonly script: string;
  /** All files. The site serves them in one folder. */
  readonly files: readonly ConsoleFile[];
  /** The consoles, by interface. */
  readonly interfaces: ReadonlyMap<string, InterfaceConsole>;
}

/** The declared consoles, or the first problem of the declaration. */
export type LoadedConsoles = { readonly consoles: Consoles } | { readonly problem: string };

/** Options for `loadConsoles`. */
export interface LoadConsolesOptions {
  /** The folder of the files, relative to the settings of an interface: `../assets`. */
  readonly assets: string;
}

/**
 * Reads the declaration of consoles, and the bundles that it names.
 *
 * @throws Error if the package has not been built.
 */
export async function loadConsoles(
  file: string,
  { assets }: LoadConsolesOptions,
): Promise<LoadedConsoles> {
  const text = await readText(file);
  if (text === undefined) return { problem: `${file} cannot be read` };
  const read = readConsoleDeclarations(text);
  if ("problem" in read) return { problem: `${file}: ${read.problem}` };
  const { script, module, style } = await consoleFiles();
  const files = [script, module, style];
  const interfaces = new Map<string, InterfaceConsole>();
  for (const [name, declaration] of read.declarations) {
    const { server, tickets, sdk: written } = declaration;
    let sdk: ConsoleFile | undefined;
    if (written !== undefined) {
      const path = resolve(dirname(file), written);
      const bundle = await readText(path);
      if (bundle === undefined) return { problem: `${file}: ${name}: ${path} cannot be read` };
      sdk = javascriptFile("sdk", bundle);
      if (!files.some((each) => each.name === sdk?.name)) files.push(sdk);
    }
    const settings: ConsoleSettings = {
      module: `${assets}/${module.name}`,
      style: `${assets}/${style.name}`,
      server,
      ...(sdk !== undefined && { sdk: `${assets}/${sdk.name}` }),
      ...(tickets !== undefined && { tickets }),
    };
    const connectSources = connectOrigins(declaration);
    interfaces.set(name, { settings: JSON.stringify(settings), connectSources });
  }
  return { consoles: { script: script.name, files, interfaces } };
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** Lists the origins that a console connects to, by HTTP and by WebSocket. */
function connectOrigins({ server, tickets }: ConsoleDeclaration): readonly string[] {
  const addresses = [server, tickets].filter((each) => each !== undefined && !each.startsWith("/"));
  const origins = addresses.flatMap((address) => {
    const { origin } = new URL(address ?? "");
    // A console of channels checks by HTTP whether a server is reachable.
    return origin.startsWith("ws") ? [origin, origin.replace(/^ws/, "http")] : [origin];
  });
  return [...new Set(origins)];
}
