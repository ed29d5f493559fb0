import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "@specwright/spec-loader";
import type { Fault } from "./judge-faults.ts";
import { members, type PublishedDocument, restDocuments, streams } from "./our-documents.ts";
import { runProgram } from "./run-program.ts";
import type { ToolReport } from "./tool-report.ts";
import { toolsFolder } from "./tools-folder.ts";

/** The models that Modelina prints, by name. */
type Models = Readonly<
  Record<
    string,
    {
      readonly properties: Readonly<
        Record<string, { readonly type: string; readonly required: boolean }>
      >;
      readonly isPrinted: boolean;
    }
  >
>;

/**
 * Generates TypeScript models with Modelina, and compares the properties of each with its schema:
 * names, types and whether they are required.
 */
export async function checkModelina(): Promise<ToolReport> {
  const faults: Fault[] = [];
  let models = 0;
  let properties = 0;
  for (const document of [streams, ...restDocuments]) {
    const { name } = document;
    let found = await generate(document);
    if (Object.keys(found).join() === "Root") {
      faults.push(fault(name, `the only model of OpenAPI ${document.root["openapi"]} is Root`));
      found = await generate(document, "3.1.0");
    }
    const schemas = objectSchemas(document);
    const isNamed = schemas.some(([key]) => found[key] !== undefined);
    if (!isNamed) faults.push(fault(name, "no model has the name of a schema"));
    for (const [key, schema] of schemas) {
      const model = isNamed ? found[key] : closestModel(schema, found);
      if (model === undefined || !model.isPrinted) {
        faults.push(fault(name, `there is no model ${key}`));
        continue;
      }
      models += 1;
      properties += Object.keys(model.properties).length;
      faults.push(...differences(schema, model).map((what) => fault(name, `${key}${what}`)));
    }
  }
  return { figures: { models, properties }, faults };
}

async function generate(document: PublishedDocument, version?: string): Promise<Models> {
  const file = `modelina-${document.name}.json`;
  writeFileSync(join(toolsFolder, file), JSON.stringify(document.root));
  const script = join(import.meta.dirname, "generate-models.mjs");
  const args = [script, file, ...(version === undefined ? [] : [version])];
  const { code, stdout, output } = await runProgram("node", args);
  const line = stdout.split("\n").find((each) => each.startsWith("MODELS "));
  if (code !== 0 || line === undefined) throw new Error(`Modelina fails: ${output}`);
  return JSON.parse(line.slice("MODELS ".length));
}

/** Returns the schemas that are plain objects. Each must become a model. */
function objectSchemas({ root }: PublishedDocument): readonly (readonly [string, JsonObject])[] {
  return members(root, "components", "schemas").filter(
    ([, schema]) => schema["type"] === "object" && isJsonObject(schema["properties"]),
  );
}

/** Finds the model that differs least from a schema, among the models with all of its properties. */
function closestModel(schema: JsonObject, models: Models): Models[string] | undefined {
  const names = members(schema, "properties").map(([name]) => name);
  const count = (model: Models[string]): number => differences(schema, model).length;
  return Object.values(models)
    .filter((model) => names.every((name) => model.properties[name] !== undefined))
    .sort((a, b) => count(a) - count(b))[0];
}

const simpleTypes: Readonly<Record<string, RegExp>> = {
  string: /^(?:string|'.*'|"[^"]*"|Date|\w+)$/,
  integer: /^number$/,
  number: /^number$/,
  boolean: /^boolean$/,
  array: /\[\]$|^Set<|^\[/,
};

function differences(schema: JsonObject, model: Models[string]): readonly string[] {
  const properties = members(schema, "properties");
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const found: string[] = [];
  for (const [name, property] of properties) {
    const known = model.properties[name];
    if (known === undefined) {
      found.push(` has no property ${name}`);
      continue;
    }
    if (known.required !== required.includes(name)) found.push(`.${name} is required or not`);
    const wanted = simpleTypes[String(property["type"])];
    if (wanted !== undefined && !wanted.test(known.type)) {
      found.push(`.${name} is ${known.type} instead of ${property["type"]}`);
    }
  }
  const names = new Set(properties.map(([name]) => name));
  for (const name of Object.keys(model.properties)) {
    if (!names.has(name)) found.push(` has the property ${name}, which is not in the schema`);
  }
  return found;
}

function fault(document: string, what: string): Fault {
  return { tool: "modelina", document, what };
}
