// Prints, as JSON, the findings of the official AsyncAPI parser and of Spectral's recommended rules in a
// document. A separate program, because both `require` a JSONPath engine that fails under the module
// conditions of the tests.

import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";
import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralRulesets from "@stoplight/spectral-rulesets";

const [, , file = ""] = process.argv;
const text = readFileSync(file, "utf8");

const spectral = new spectralCore.Spectral();
spectral.setRuleset({ extends: [[spectralRulesets.asyncapi, "recommended"]] });
const document = new spectralCore.Document(text, spectralParsers.Yaml, file);

console.log(
  JSON.stringify({
    parser: await new Parser().validate(text),
    spectral: await spectral.run(document),
  }),
);
