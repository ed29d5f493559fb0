import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./judge-faults.ts";
import { members, type PublishedDocument, restDocuments, restOperations } from "./our-documents.ts";
import { runProgram } from "./run-program.ts";
import type { ToolReport } from "./tool-report.ts";
import { toolsFolder } from "./tools-folder.ts";

/** An operation of a generated client: its function and the request that it makes. */
interface ClientOperation {
  readonly name: string;
  readonly method: string;
  readonly url: string;
}

/** The output of `describe-client.py` about a client. */
interface ClientDescription {
  readonly operations: readonly ClientOperation[];
  readonly models: readonly string[];
}

/** Generates a Python client of each REST interface, imports it, and looks for every operation. */
export async function checkPythonClient(): Promise<ToolReport> {
  const faults: Fault[] = [];
  let operations = 0;
  let models = 0;
  for (const document of restDocuments) {
    const { found, description } = await generate(document);
    faults.push(...found);
    if (description === undefined) continue;
    operations += description.operations.length;
    models += description.models.length;
    faults.push(...missing(document, description));
  }
  return { figures: { operations, models }, faults };
}

async function generate({ name, path }: PublishedDocument): Promise<{
  readonly found: readonly Fault[];
  readonly description?: ClientDescription;
}> {
  const folder = `python_${name}`;
  rmSync(join(toolsFolder, folder), { recursive: true, force: true });
  const args = ["generate", "--path", path, "--output-path", folder, "--meta", "none"];
  const { code, output } = await runProgram("python/bin/openapi-python-client", args);
  if (code !== 0) return { found: [fault(name, `generating fails: ${output}`)] };
  const warnings = output.split(/^(?=WARNING )/m).slice(1);
  const found = warnings.map((text) => {
    const [first = "", , reason = ""] = text.split("\n");
    return fault(name, `${first} ${reason.replace(/ <.*?>/, "")}`.trim());
  });
  const script = join(import.meta.dirname, "describe-client.py");
  const described = await runProgram("python/bin/python", [script, folder]);
  if (described.code !== 0) {
    return { found: [...found, fault(name, `importing fails: ${described.output}`)] };
  }
  return { found, description: JSON.parse(described.stdout) };
}

function missing(document: PublishedDocument, client: ClientDescription): readonly Fault[] {
  const { name, root } = document;
  const requests = new Set(client.operations.map(({ method, url }) => `${method} ${url}`));
  const operations = restOperations(document)
    .filter(({ method, path }) => !requests.has(`${method} ${path}`))
    .map(({ id }) => fault(name, `there is no operation ${id}`));
  const classes = new Set(client.models.map((each) => each.toLowerCase()));
  const models = members(root, "components", "schemas")
    .filter(([, schema]) => schema["type"] === "object" && schema["properties"] !== undefined)
    .filter(([key]) => !classes.has(key.toLowerCase()))
    .map(([key]) => fault(name, `there is no model ${key}`));
  return [...operations, ...models];
}

function fault(document: string, what: string): Fault {
  return { tool: "openapi-python-client", document, what };
}
