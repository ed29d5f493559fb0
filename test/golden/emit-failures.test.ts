// An error inside of an emitter is reported with the part of the document that it was emitting.

import { builtInEmitters } from "@specwright/cli";
import { buildContract, type Contract } from "@specwright/contract";
import { emit } from "@specwright/emit/print";
import { feed, shop } from "@specwright/emit/testing";
import { loadSpecification } from "@specwright/spec-loader";
import { expect, it } from "vitest";

async function contractOf(text: string): Promise<Contract> {
  const { specification } = await loadSpecification({ file: "shop.yaml", text });
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) throw new Error("no contract");
  return contract;
}

/** Replaces a text; no emitter can print it. */
const broken = Object(1);

const webhook = `openapi: 3.1.0
info: { title: Shop, version: "1" }
webhooks:
  shipped: { post: { operationId: shipped, responses: { "204": { description: Done. } } } }
`;

function brokenOperations({ operations }: Contract): Partial<Contract> {
  return { operations: operations.map((each) => ({ ...each, summary: broken })) };
}

function brokenChannels({ channels }: Contract): Partial<Contract> {
  return { channels: channels.map((each) => ({ ...each, description: broken })) };
}

function brokenWebhooks({ webhooks }: Contract): Partial<Contract> {
  return { webhooks: webhooks.map((each) => ({ ...each, description: broken })) };
}

it.each<[name: string, text: string, change: (contract: Contract) => object, pointer: string]>([
  ["client", shop, brokenOperations, "/paths/~1orders~1{order_id}/post"],
  ["server", shop, brokenOperations, "/paths/~1orders~1{order_id}/post"],
  ["client", feed, brokenChannels, "/channels/room"],
  ["server", feed, brokenChannels, "/channels/room"],
  ["descriptors", webhook, brokenWebhooks, "/webhooks/shipped/post"],
])("of %s names the operation or the channel", async (name, text, change, pointer) => {
  const written = await contractOf(text);
  const contract: Contract = { ...written, ...change(written) };
  const emitters = builtInEmitters(["client", "server"]).map((emitter) =>
    emitter.name === name ? emitter : { ...emitter, emit: () => {} },
  );
  const { files, diagnostics } = await emit(contract, emitters);
  expect(files).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: "EMIT_FAILED", pointer, line: expect.any(Number) }]);
  expect(diagnostics[0]?.line).toBeGreaterThan(2);
});
