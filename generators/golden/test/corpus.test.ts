// Real documents: each generates without an error, and all of the output compiles in one run.

import { dirname } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { errorsOf, generateDocument } from "./generate-document.ts";
import { corpusDocuments } from "./repository-documents.ts";

/**
 * Documents that cannot be generated, with the codes of their errors: they refer to files that are
 * missing in the corpus or not allowed, are parts of another document, or violate their
 * specification.
 */
const refused: Readonly<Record<string, string>> = {
  "more/asyncapi-generator/apps_generator_test_docs_apiwithref_json.json": "REF_REMOTE",
  "more/asyncapi-generator/packages_templates_clients_websocket_test___fixtures___asyncapi-hoppscotch-client_yml.yml":
    "REF_NOT_FOUND",
  "more/asyncapi-generator/packages_templates_clients_websocket_test___fixtures___asyncapi-hoppscotch-server_yml.yml":
    "REF_NOT_FOUND",
  "more/meilisearch/meilisearch.json": "FIELD_TYPE",
  "more/orval/external-ref.yaml": "REF_REMOTE",
  "more/orval/import-from-subdirectory/subdirectory/another-file.yaml": "DOCUMENT_UNKNOWN",
  "more/orval/issue-2540/common-schemas.yaml": "DOCUMENT_UNKNOWN",
  "more/orval/issue-3327/refs.yaml": "DOCUMENT_UNKNOWN",
};
// The corpus is in a folder next to the repository, which may be absent.
describe.skipIf(corpusDocuments.length === 0)("the corpus", { timeout: 300_000 }, () => {
  let folder = "";

  beforeAll(async () => {
    folder = await scratchFolder("corpus");
  });

  it.each(corpusDocuments)("$name generates", async ({ name, path }) => {
    const { files, diagnostics } = await generateDocument(path, {
      // Some documents share files in a neighbouring folder.
      load: { root: dirname(dirname(path)) },
    });
    const code = refused[name];
    if (code !== undefined) {
      expect(files).toEqual([]);
      expect(errorsOf(diagnostics).join("\n")).toContain(` ${code} `);
      return;
    }
    expect(errorsOf(diagnostics)).toEqual([]);
    expect(files.map((file) => file.path)).toContain("types.ts");
    for (const file of files) {
      await writeInto(folder, `${name.replace(/\W+/g, "-")}/${file.path}`, file.content);
    }
  });

  it("compiles", async () => {
    expect(await compileFolder(folder)).toEqual([]);
  });
});
