// Prints, as JSON, the errors of the official AsyncAPI parser in each of the documents on standard input
// (JSON). A separate program, because the parser `require`s a JSONPath engine that fails under the module
// conditions of the tests.

import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";
import { Ajv } from "ajv";

// The parser compiles the schema of AsyncAPI for each document, which takes half a second; here, one
// compiled schema serves all documents of a version.
const { compile } = Ajv.prototype;
const compiled = new WeakMap();
Ajv.prototype.compile = function (schema, ...rest) {
  const validate = compiled.get(schema) ?? compile.call(this, schema, ...rest);
  compiled.set(schema, validate);
  return validate;
};

// Nor does it check the official schemas against their metaschemas for each document.
Ajv.prototype.validateSchema = () => true;

const parser = new Parser();
const answers = [];
for (const { text, source } of JSON.parse(readFileSync(0, "utf8"))) {
  const found = await parser.validate(text, source === undefined ? {} : { source });
  const errors = found.filter(({ severity }) => severity === 0);
  answers.push(errors.map(({ code, path, message }) => ({ rule: code, path, message })));
}
console.log(JSON.stringify(answers));
