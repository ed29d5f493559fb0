// Real documents in ../shared/corpus: compared with themselves, also in another order, they have no
// changes.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildContract, type Contract } from "@specwright/contract";
import { compareContracts } from "@specwright/diff";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  loadSpecification,
} from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../../../shared/corpus", import.meta.url));
const entries = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: "utf8" })
  : [];
const files = entries
  .filter((file) => /\.(ya?ml|json)$/.test(file))
  .filter((file) => /^\s*["']?(openapi|asyncapi)["']?\s*:/m.test(headOf(file)))
  .sort();

function headOf(file: string): string {
  return readFileSync(`${folder}/${file}`, "utf8").slice(0, 2000);
}

async function contractFrom(file: string, text: string): Promise<Contract | undefined> {
  const { specification } = await loadSpecification({ file, text }, { validate: false });
  return specification && buildContract(specification).contract;
}

const sets: ReadonlySet<string> = new Set(["parameters", "tags", "required"]);

/** Reverses the order of members and of lists that are sets. */
function turnedRound(value: JsonValue, key = ""): JsonValue {
  if (isJsonArray(value)) {
    const items = value.map((each) => turnedRound(each));
    return sets.has(key) ? items.reverse() : items;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, each]): [string, JsonValue] => [
    name,
    turnedRound(each, name),
  ]);
  return Object.fromEntries(members.reverse());
}

describe.skipIf(files.length === 0)("a document compared with itself", () => {
  test.for(files)("%s", { timeout: 60_000 }, async (name, context) => {
    const file = `${folder}/${name}`;
    const text = readFileSync(file, "utf8");
    const [base, again] = [await contractFrom(file, text), await contractFrom(file, text)];
    // Some documents refer to files that the corpus does not have.
    if (base === undefined || again === undefined) return context.skip();
    expect(compareContracts(base, again)).toEqual([]);
    const turned = JSON.stringify(turnedRound(base.raw), (_key, value) =>
      typeof value === "bigint" ? Number(value) : value,
    );
    const other = text.length < 500_000 ? await contractFrom(file, turned) : undefined;
    if (other === undefined) return;
    const changes = compareContracts(base, other);
    expect(changes.map(({ ruleId, message }) => [ruleId, message])).toEqual([]);
  });
});
