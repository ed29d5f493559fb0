import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { consoleStyleText } from "./console-style.ts";

/** A file that is loaded by pages with a console. */
export interface ConsoleFile {
  /** The file name, which changes with the content, such as `console-1a2b3c4d5e.js`. */
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The files of the console itself, the same for all interfaces. */
export interface ConsoleFiles {
  /** The script in the page. It loads the other files when a reader opens the console. */
  readonly script: ConsoleFile;
  readonly module: ConsoleFile;
  readonly style: ConsoleFile;
}

/** Reads the files of the console from the build output of this package. */
export async function consoleFiles(): Promise<ConsoleFiles> {
  // If this module is part of a bundle, copies of the files are in the bundle's folder.
  const isBundled = !/\/console\/console-files\.[jt]s$/.test(import.meta.url);
  const built = new URL(isBundled ? "./bundles/" : "../../dist/bundles/", import.meta.url);
  const [script, module] = await Promise.all(
    ["load-console.js", "console.js"].map((name) => readFile(new URL(name, built), "utf8")),
  );
  return {
    script: javascriptFile("console-offer", script ?? ""),
    module: javascriptFile("console", module ?? ""),
    style: {
      name: hashedName("console", consoleStyleText, "css"),
      type: "text/css; charset=utf-8",
      text: consoleStyleText,
    },
  };
}

/** Creates a script file whose name contains a hash of its content. */
export function javascriptFile(name: string, text: string): ConsoleFile {
  return { name: hashedName(name, text, "js"), type: "text/javascript; charset=utf-8", text };
}

function hashedName(name: string, text: string, ending: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return `${name}-${hash}.${ending}`;
}
