import { type GeneratedDocument, generateDocument } from "../wire/generate-operations.ts";
import { compileSpec } from "./compile-spec.ts";

/** The code generated from a document of a spec. */
export type SpecClient = GeneratedDocument;

/** Generates the clients of a spec: one for each version of its API. */
export async function generateClients(spec: string): Promise<readonly SpecClient[]> {
  const clients: SpecClient[] = [];
  for (const document of await compileSpec(spec)) clients.push(await generateDocument(document));
  return clients;
}
