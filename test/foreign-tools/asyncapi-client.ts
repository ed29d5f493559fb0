import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./judge-faults.ts";
import { members, type PublishedDocument, streams, turnedStreams } from "./our-documents.ts";
import { runProgram } from "./run-program.ts";
import type { ToolReport } from "./tool-report.ts";
import { toolsFolder } from "./tools-folder.ts";

const template = "core-template-client-websocket-javascript";

/**
 * Generates the JavaScript client of the turned document with the AsyncAPI generator. The client must have
 * a method for each message that it sends, and none for messages that it receives. The document as written
 * must give the methods of the server: only then does the turning make the difference.
 */
export async function checkAsyncapiClient(): Promise<ToolReport> {
  const client = await methodsOf(turnedStreams);
  const server = await methodsOf(streams);
  const faults = [...client.faults, ...server.faults];
  const sent = idsOf(turnedStreams, "send");
  const wrong = [
    ...sent.filter((id) => !client.methods.includes(id)).map((id) => `there is no ${id}`),
    ...client.methods.filter((id) => !sent.includes(id)).map((id) => `there is ${id}`),
    ...idsOf(streams, "send")
      .filter((id) => !server.methods.includes(id))
      .map((id) => `the server has no ${id}`),
  ];
  return {
    figures: { clientMethods: client.methods.length, serverMethods: server.methods.length },
    faults: [...faults, ...wrong.map(fault)],
  };
}

async function methodsOf({ path }: PublishedDocument): Promise<{
  readonly methods: readonly string[];
  readonly faults: readonly Fault[];
}> {
  const folder = path.includes("turned") ? "client-turned" : "client-written";
  rmSync(join(toolsFolder, folder), { recursive: true, force: true });
  const script = join(import.meta.dirname, "generate-from-template.mjs");
  const args = [script, template, path, folder, "server=production"];
  const { code, output } = await runProgram("node", args);
  if (code !== 0) return { methods: [], faults: [fault(`generating fails: ${output}`)] };
  const file = join(toolsFolder, folder, "client.js");
  const text = readFileSync(file, "utf8");
  const { code: checked, output: errors } = await runProgram("node", ["--check", file]);
  const methods = [...text.matchAll(/^ {2}async (\w+)\(message\) ?\{/gm)].map(([, id = ""]) => id);
  return {
    methods,
    faults: checked === 0 ? [] : [fault(`the client is not valid JavaScript: ${errors}`)],
  };
}

function idsOf({ root }: PublishedDocument, action: string): readonly string[] {
  return members(root, "operations")
    .filter(([, operation]) => operation["action"] === action)
    .map(([id]) => id);
}

function fault(what: string): Fault {
  return { tool: "asyncapi-generator", document: "streams", what };
}
