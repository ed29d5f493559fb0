// Runs the AsyncAPI generator, which is a library: node generate-from-template.mjs TEMPLATE DOCUMENT OUTPUT [NAME=VALUE...]

import { createRequire } from "node:module";

const [template = "", document = "", output = "", ...parameters] = process.argv.slice(2);
const Generator = createRequire(`${process.cwd()}/package.json`)("@asyncapi/generator");
const generator = new Generator(template, output, {
  forceWrite: true,
  templateParams: Object.fromEntries(parameters.map((each) => each.split("="))),
});
await generator.generateFromFile(document);
