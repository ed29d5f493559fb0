// A site of reference pages with a console, like those of the publisher.

import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Consoles, loadConsoles } from "@specwright/site/console";
import { build } from "esbuild";

/** An interface of the site. */
export interface ConsoleInterface {
  /** A module that exports `createClient` and transports. */
  readonly sdk?: string;
  readonly server: string;
  readonly tickets?: string;
  /** The attributes of a console's element, by the name of a page. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Replaces the sources that the console needs. */
  readonly connectSources?: readonly string[];
}

/** A running site. */
export interface ConsoleSite {
  readonly origin: string;
  /** Sets the interfaces. Their servers may need to know the site's origin first. */
  publish(interfaces: Readonly<Record<string, ConsoleInterface>>): Promise<void>;
  close(): Promise<void>;
}

/** Starts a site without interfaces. */
export async function serveConsoleSite(): Promise<ConsoleSite> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-console-"));
  let consoles: Consoles = { script: "", files: [], interfaces: new Map() };
  let interfaces: Readonly<Record<string, ConsoleInterface>> = {};

  function show(path: string): Shown | undefined {
    const [, top = "", name = ""] = path.split("/");
    if (top === "assets") {
      const file = consoles.files.find((each) => each.name === name);
      return file && { type: file.type, text: file.text };
    }
    const found = consoles.interfaces.get(top);
    if (found === undefined) return undefined;
    if (name === "console.json") return { type: "application/json", text: found.settings };
    const given = interfaces[top];
    const place = given?.pages[name.replace(/\.html$/, "")];
    const connectSources = given?.connectSources ?? found.connectSources;
    if (place === undefined) return undefined;
    const policy = `${POLICY}; connect-src ${["'self'", ...connectSources].join(" ")}`;
    return { type: "text/html; charset=utf-8", text: page(consoles.script, place), policy };
  }

  const server = createServer((request, response) => {
    const shown = show(request.url ?? "");
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (shown?.policy !== undefined) response.setHeader("Content-Security-Policy", shown.policy);
    response.writeHead(shown === undefined ? 404 : 200, { "Content-Type": shown?.type ?? "" });
    response.end(shown?.text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    async publish(given) {
      interfaces = given;
      const declared = Object.entries(given).map(
        async ([name, { sdk, server: target, tickets }]) => {
          if (sdk === undefined) return [name, { server: target, tickets }] as const;
          await bundleModule(sdk, join(folder, `${name}.js`));
          return [name, { sdk: `${name}.js`, server: target, tickets }] as const;
        },
      );
      const file = join(folder, "consoles.json");
      await writeFile(file, JSON.stringify(Object.fromEntries(await Promise.all(declared))));
      const loaded = await loadConsoles(file, { assets: "../assets" });
      if ("problem" in loaded) throw new Error(loaded.problem);
      consoles = loaded.consoles;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Shown {
  readonly type: string;
  readonly text: string;
  readonly policy?: string;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'";

function page(script: string, place: Readonly<Record<string, string>>): string {
  const attributes = Object.entries(place).map(
    ([name, value]) =>
      ` data-${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>A page</title>
<main><h1>A page</h1><div class="console"${attributes.join("")} hidden></div></main>
<script src="../assets/${script}" data-console-settings="console.json" defer></script>
</html>`;
}

export async function bundleModule(contents: string, outfile: string): Promise<void> {
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    conditions: ["@specwright/source"],
    logLevel: "silent",
  });
}
