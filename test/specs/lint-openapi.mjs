// Prints the findings of Redocly's and Spectral's recommended rules in OpenAPI documents: `node
// lint-openapi.mjs FILE...` -> JSON. A separate program, because the linters load CommonJS in a way that
// fails under the import conditions of the tests.

import { readFileSync } from "node:fs";
import redocly from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralRulesets from "@stoplight/spectral-rulesets";

async function lintWithRedocly(file) {
  const config = await redocly.createConfig({ extends: ["recommended"] });
  const problems = await redocly.lint({ ref: file, config });
  return problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId} ${location[0]?.pointer ?? ""} ${message}`,
  );
}

async function lintWithSpectral(file) {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[spectralRulesets.oas, "recommended"]] });
  const text = readFileSync(file, "utf8");
  const results = await spectral.run(new spectralCore.Document(text, spectralParsers.Yaml, file));
  return results.map(({ code, message, path }) => `${code} ${path.join("/")} ${message}`);
}

const found = [];
for (const file of process.argv.slice(2)) {
  found.push({ redocly: await lintWithRedocly(file), spectral: await lintWithSpectral(file) });
}
console.log(JSON.stringify(found));
