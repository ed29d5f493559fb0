import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { consoleStyleText } from "./console-style.ts";

/** A file that pages with a console load. */
export interface ConsoleFile {
  /** A name that changes with the content, such as `console-1a2b3c4d5e.js`. */
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The files of the console itself, the same for all interfaces. */
export interface ConsoleFiles {
  /** The script of the page, which loads the other files when a reader opens the console. */
  readonly script: ConsoleFile;
  readonly module: ConsoleFile;
  readonly style: ConsoleFile;
}

/** Reads the files of the console from the build of this package. */
export async function consoleFiles(): Promise<ConsoleFiles> {
  // A bundle of this module has copies of the files in its folder.
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

/** Names a script after its content. */
export function javascriptFile(name: string, text: string): ConsoleFile {
  return { name: hashedName(name, text, "js"), type: "text/javascript; charset=utf-8", text };
}

function hashedName(name: string, text: string, ending: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return `${name}-${hash}.${ending}`;
}
