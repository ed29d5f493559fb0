// The cases of uritemplate-test that OpenAPI can express, if the package that has them is there:
//
//   python3 -m pip download --no-deps --no-binary :all: --dest .tmp/uritemplate uritemplate==4.2.0
//   tar -xzf .tmp/uritemplate/uritemplate-4.2.0.tar.gz -C .tmp/uritemplate

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";
import { type Translation, translateTemplate, type Variables } from "./translate-template.ts";

const folder = join(import.meta.dirname, "../../.tmp/uritemplate/uritemplate-4.2.0/tests/fixtures");
const isHere = existsSync(folder);

type Suite = Readonly<
  Record<
    string,
    {
      readonly variables: Variables;
      readonly testcases: readonly (readonly [template: string, want: unknown])[];
    }
  >
>;

/**
 * How many cases can be expressed, and how many cannot, by reason. The negative tests are templates with
 * faults that OpenAPI does not have: every text in the braces of a path is a name.
 */
const counts = {
  expressed: 125,
  "A parameter of a path has a value.": 14,
  "A path has each name once.": 2,
  "A path has no query.": 22,
  "A value of a path has no slashes.": 6,
  "No style separates by slashes.": 12,
  "Otherwise.": 4,
  "There are no fragments.": 24,
  "There are no prefixes of values.": 14,
};

/**
 * Templates that the client expands in another way than the RFC: it encodes a comma in a value of a
 * comma-separated list, even if reserved characters stay, so that the value can be read again.
 */
const otherwise: ReadonlySet<string> = new Set(["{+keys}", "{+keys*}"]);

interface Case extends Translation {
  readonly template: string;
  readonly want: readonly string[];
}

describe.skipIf(!isHere)(
  `uritemplate-test${isHere ? "" : " (.tmp/uritemplate is not there)"}`,
  () => {
    test("is expanded as its results show", async () => {
      const cases: Case[] = [];
      const found: Record<string, number> = {};
      const count = (what: string): void => {
        found[what] = (found[what] ?? 0) + 1;
      };
      for (const file of ["spec-examples", "spec-examples-by-section", "extended-tests"]) {
        const suite: Suite = JSON.parse(await readFile(join(folder, `${file}.json`), "utf8"));
        for (const { variables, testcases } of Object.values(suite)) {
          for (const [template, want] of testcases) {
            const translated = translateTemplate(template, variables);
            if ("reason" in translated) count(translated.reason);
            else if (otherwise.has(template) && `${want}`.includes(",,")) count("Otherwise.");
            else cases.push({ ...translated, template, want: [want].flat().map(String) });
          }
        }
      }
      const paths = cases.map(({ path, parameters }, index) => [
        `/r${index}/${path}`,
        {
          get: {
            operationId: `r${index}`,
            parameters,
            responses: { 204: { description: "Done." } },
          },
        },
      ]);
      const operations = await generateOperations({
        openapi: "3.2.0",
        info: { title: "Templates", version: "1" },
        paths: Object.fromEntries(paths),
      });
      const written = await writtenRequests(
        operations,
        cases.map(({ request }) => request),
      );
      const wrong = cases.flatMap(({ template, want }, index) => {
        const [, got] = /^GET \/r\d+\/(.*) HTTP/.exec(written[index] ?? "") ?? [];
        const isWanted = want.some((each) => each.replace(/^\//, "") === got);
        return isWanted ? [] : [`${template}: ${got ?? written[index]} instead of ${want[0]}`];
      });
      expect(wrong).toEqual([]);
      expect({ expressed: cases.length, ...found }).toEqual(counts);
    });
  },
);
