// Contracts with some operations of a document: the output of every emitter compiles.

import { builtInEmitters } from "@specwright/cli";
import { buildContract, filterOperations, type OperationFilters } from "@specwright/contract";
import { emit } from "@specwright/emit/print";
import { loadSpecification } from "@specwright/spec-loader";
import { beforeAll, expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { errorsOf } from "./generate-document.ts";
import { ownDocuments } from "./repository-documents.ts";

const emitters = builtInEmitters(["types", "zod", "codec", "server", "client", "docs"], {
  groupBy: "tag",
});

let folder = "";
beforeAll(async () => {
  folder = await scratchFolder("filters");
});

it.each(ownDocuments)("$name by each tag and operation", { timeout: 300_000 }, async (document) => {
  const { specification } = await loadSpecification(document.path);
  const contract = specification && buildContract(specification).contract;
  if (specification === undefined || contract === undefined)
    throw new Error(`${document.name} has no contract`);
  const all = [...contract.operations, ...contract.channels, ...contract.channelOperations];
  const ids = all.map(({ id }) => id);
  const filters: readonly OperationFilters[] = [
    ...contract.tags.map(({ name }): OperationFilters => ({ include: { tags: [name] } })),
    ...ids
      .filter((_, index) => index % 12 === 0)
      .map((id): OperationFilters => ({ include: { ids: [id] } })),
    { exclude: { ids: ids.slice(0, 1) } },
  ];
  for (const [index, each] of filters.entries()) {
    const filtered = filterOperations(contract, each);
    const { files, diagnostics } = await emit(filtered.contract, emitters, { specification });
    expect([errorsOf(diagnostics), filtered.unmatched], JSON.stringify(each)).toEqual([[], []]);
    for (const { path, content } of files) {
      await writeInto(folder, `${document.name.replace("/", "-")}/${index}/${path}`, content);
    }
  }
});

it("compiles", { timeout: 300_000 }, async () => {
  expect(await compileFolder(folder)).toEqual([]);
});
