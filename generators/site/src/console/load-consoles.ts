import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { ConsoleSettings } from "./browser/console-settings.ts";
import { type ConsoleDeclaration, readConsoleDeclarations } from "./console-declarations.ts";
import { type ConsoleFile, consoleFiles, javascriptFile } from "./console-files.ts";

export interface InterfaceConsole {
  /** The settings as JSON. The site serves them as a file, and the script tag of pages names this file. */
  readonly settings: string;
  /**
   * The origins that the content security policy of pages must allow in `connect-src`, in addition to
   * `'self'`.
   */
  readonly connectSources: readonly string[];
}

/** The consoles of a site. */
export interface Consoles {
  /** The file name of the script for pages with a console. */
  readonly script: string;
  /** All files of the consoles. The site serves them from one folder. */
  readonly files: readonly ConsoleFile[];
  /** The consoles, by interface. */
  readonly interfaces: ReadonlyMap<string, InterfaceConsole>;
}

/** The declared consoles. If the declaration is invalid, its first problem. */
export type LoadedConsoles = { readonly consoles: Consoles } | { readonly problem: string };

/** Options for `loadConsoles`. */
export interface LoadConsolesOptions {
  /** The folder of the console files, relative to the settings file of an interface: `../assets`. */
  readonly assets: string;
}

/**
 * Reads a declaration of consoles, and the bundles that the declaration names.
 *
 * @throws Error if this package has not been built.
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

/** Lists the origins to which a console connects, over HTTP or WebSocket. */
function connectOrigins({ server, tickets }: ConsoleDeclaration): readonly string[] {
  const addresses = [server, tickets].filter((each) => each !== undefined && !each.startsWith("/"));
  const origins = addresses.flatMap((address) => {
    const { origin } = new URL(address ?? "");
    // The console of a channel sends an HTTP request to check whether its server is reachable.
    return origin.startsWith("ws") ? [origin, origin.replace(/^ws/, "http")] : [origin];
  });
  return [...new Set(origins)];
}
