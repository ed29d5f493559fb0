import { readFileSync } from "node:fs";
import { join } from "node:path";
import { members, turnedStreams } from "./our-documents.ts";
import { runProgram } from "./run-program.ts";
import type { ToolReport } from "./tool-report.ts";
import { toolsFolder } from "./tools-folder.ts";

/** Renders the pages of the streams with the HTML template of AsyncAPI, and looks for every part. */
export async function checkAsyncapiHtml(): Promise<ToolReport> {
  const { path, root } = turnedStreams;
  const script = join(import.meta.dirname, "generate-from-template.mjs");
  const template = join(toolsFolder, "node_modules/@asyncapi/html-template");
  const args = [script, template, path, "html", "singleFile=true"];
  const { code, output } = await runProgram("node", args);
  if (code !== 0) return { figures: {}, faults: [fault(`generating fails: ${output}`)] };
  const text = readFileSync(join(toolsFolder, "html/index.html"), "utf8");
  // The text that a reader sees comes before the scripts.
  const body = text.slice(text.indexOf("<body"));
  const page = body.slice(0, body.indexOf("<script"));
  const channels = members(root, "channels").map(([, { address }]) => `${address}`);
  // An operation with a reply is shown as a request.
  const operations = members(root, "operations").map(
    ([id, { action, reply }]) => `id="operation-${reply === undefined ? action : "request"}-${id}"`,
  );
  const messages = members(root, "components", "messages").map(([, { name }]) => `${name}`);
  const parts = { channels, operations, messages };
  const faults = Object.entries(parts).flatMap(([kind, names]) =>
    names.filter((name) => !page.includes(name)).map((name) => fault(`no ${kind}: ${name}`)),
  );
  const figures = Object.fromEntries(
    Object.entries(parts).map(([kind, names]) => [kind, names.length]),
  );
  return { figures, faults };
}

function fault(what: string): ToolReport["faults"][number] {
  return { tool: "asyncapi-html-template", document: "streams", what };
}
