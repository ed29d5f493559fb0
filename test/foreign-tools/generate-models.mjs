// Runs Modelina, which is a library: node generate-models.mjs DOCUMENT [VERSION]. Prints the models as
// JSON: the types of their properties by their names in messages.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [path = "", version] = process.argv.slice(2);
const load = createRequire(`${process.cwd()}/package.json`);
const { ConstrainedObjectModel, TypeScriptGenerator } = load("@asyncapi/modelina");
const document = JSON.parse(readFileSync(path, "utf8"));
if (version !== undefined) document.openapi = version;
const generator = new TypeScriptGenerator({ modelType: "interface", rawPropertyNames: true });
const models = await generator.generate(document);
const described = models.map(({ model, modelName, result }) => {
  const properties = model instanceof ConstrainedObjectModel ? Object.values(model.properties) : [];
  const types = properties.map(({ unconstrainedPropertyName, property, required }) => [
    unconstrainedPropertyName,
    { type: property.type, required },
  ]);
  return [modelName, { properties: Object.fromEntries(types), isPrinted: result !== "" }];
});
console.log(`MODELS ${JSON.stringify(Object.fromEntries(described))}`);
