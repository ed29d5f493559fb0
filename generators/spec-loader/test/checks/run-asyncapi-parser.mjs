// Prints, as JSON, the errors that the official AsyncAPI parser finds in each of the documents that it
// reads as JSON from the standard input. It is a program of its own because the parser loads a JSONPath
// engine by `require`, which breaks under the module conditions that the tests run with.

import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";
import { Ajv } from "ajv";

// The parser compiles the schema of AsyncAPI anew for each document, which takes half a second; one
// compiled schema serves all documents of a version.
const { compile } = Ajv.prototype;
const compiled = new WeakMap();
Ajv.prototype.compile = function (schema, ...rest) {
  const validate = compiled.get(schema) ?? compile.call(this, schema, ...rest);
  compiled.set(schema, validate);
  return validate;
};

// Nor are the official schemas checked against their metaschemas, for each document again.
Ajv.prototype.validateSchema = () => true;

const parser = new Parser();
const answers = [];
for (const { text, source } of JSON.parse(readFileSync(0, "utf8"))) {
  const found = await parser.validate(text, source === undefined ? {} : { source });
  const errors = found.filter(({ severity }) => severity === 0);
  answers.push(errors.map(({ code, path, message }) => ({ rule: code, path, message })));
}
console.log(JSON.stringify(answers));
