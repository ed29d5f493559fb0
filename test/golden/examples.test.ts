// The examples of real documents: generated schemas and codecs accept exactly what another validator
// accepts. `CORPUS=all npx vitest run test/golden/examples.test.ts` reads every document of the corpus, and
// `CORPUS=FOLDER` the documents below another folder; the default is a sample. Documents are read
// leniently; refused ones are left out.

import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  buildContract,
  type Contract,
  createNames,
  narrowTags,
  separateParents,
  splitDirections,
} from "@specwright/contract";
import { type Codec, stringifyJson } from "@specwright/runtime";
import type { SafeParser } from "@specwright/runtime/testing";
import { loadSpecification } from "@specwright/spec-loader";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import { scratchFolder, writeInto } from "./compile-typescript.ts";
import { type DocumentExample, documentExamples } from "./document-examples.ts";
import { generateDocument } from "./generate-document.ts";
import { jsonSchemaOf, plain } from "./json-schema-of.ts";
import { corpusDocuments, documentsBelow } from "./repository-documents.ts";

const wanted = process.env["CORPUS"];
/** Documents with many examples, of several tools and versions. */
const section = /digitalocean|qdrant|CheckoutService|TransferService|slack|petstore|streetlights/;
const documents =
  wanted === undefined || wanted === "all"
    ? corpusDocuments.filter(({ name }) => wanted === "all" || section.test(name))
    : documentsBelow(resolve(wanted));

describe.skipIf(documents.length === 0)("examples", { timeout: 300_000 }, () => {
  let folder = "";
  const counts = { accepted: 0, refused: 0 };
  const lost: string[] = [];
  const wronglyTaken: string[] = [];

  beforeAll(async () => {
    folder = await scratchFolder("examples");
  });

  it.each(documents)("$name", async ({ name, path }) => {
    const load = { root: dirname(dirname(path)), lenient: true };
    const { specification } = await loadSpecification(path, load);
    const written = specification && buildContract(specification).contract;
    if (written === undefined) return;
    const contract = splitDirections(narrowTags(separateParents(written)));
    const examples = documentExamples(contract);
    if (examples.length === 0) return;
    const { files } = await generateDocument(path, { emit: ["types", "zod", "codec"], load });
    const place = join(folder, name.replace(/\W+/g, "-"));
    for (const file of files) await writeInto(place, file.path, file.content);
    const judges = await judgesOf(contract, place);
    for (const example of examples) {
      const verdicts = judges(example);
      if (verdicts === undefined) continue;
      counts[verdicts.ajv ? "accepted" : "refused"] += 1;
      for (const judge of ["zod", "codec"] as const) {
        if (verdicts[judge] === verdicts.ajv) continue;
        (verdicts.ajv ? lost : wronglyTaken).push(`${judge} ${name} ${example.pointer}`);
      }
    }
  });

  it("are accepted if another validator accepts them", () => {
    expect(counts.accepted).toBeGreaterThan(20);
    expect(lost).toEqual([]);
    expect(wronglyTaken).toEqual([]);
  });
});

interface Verdicts {
  readonly ajv: boolean;
  readonly zod: boolean;
  readonly codec: boolean;
}

type Judges = (example: DocumentExample) => Verdicts | undefined;

async function judgesOf(contract: Contract, place: string): Promise<Judges> {
  const names = createNames(contract);
  const load = async <Made>(file: string): Promise<Readonly<Record<string, Made>>> =>
    (await import(/* @vite-ignore */ pathToFileURL(join(place, file)).href)) as Readonly<
      Record<string, Made>
    >;
  const schemas = await load<SafeParser<unknown>>("schemas.ts");
  const codecs = await load<Codec<unknown>>("codec.ts");
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  ajvFormats.default(ajv);
  // Neither JSON Schema nor OpenAPI has this format; they have "uri".
  ajv.addFormat("url", true);
  ajv.addSchema(jsonSchemaOf(contract));
  return ({ declaration, value }) => {
    const schema = schemas[names.schema(declaration)];
    const codec = codecs[names.codec(declaration)];
    if (schema === undefined || codec === undefined) return undefined;
    const text = stringifyJson(value);
    const wanted = attempt(() =>
      ajv.validate(
        { $ref: `contract:#/$defs/${contract.declarations.indexOf(declaration)}` },
        plain(value),
      ),
    );
    if (wanted === undefined) return undefined;
    return {
      ajv: wanted,
      zod: attempt(() => schema.safeParse(value).success) ?? false,
      codec: attempt(() => codec.decode(text) !== codec) ?? false,
    };
  };
}

function attempt(run: () => boolean): boolean | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
