// Prints, as JSON, what the official AsyncAPI parser and Spectral's recommended rules find in a
// document. It is a program of its own because both load a JSONPath engine by `require`, which
// breaks under the module conditions that the tests run with.

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
