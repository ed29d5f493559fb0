import { delimiter, dirname, join, resolve } from "node:path";

/** The folder of the tools and their output. */
export const toolsFolder: string = resolve(import.meta.dirname, "../../.tmp/foreign-tools");

/** The `PATH` with the Node of this repository in front, for tools that start it by name. */
export const toolsPath: string = [
  join(toolsFolder, "python/bin"),
  dirname(process.execPath),
  process.env["PATH"] ?? "",
].join(delimiter);
