import { readFile } from "node:fs/promises";
import { buildContract, servesTopics } from "@specwright/contract";
import { loadSpecification } from "@specwright/spec-loader";
import { documentKind } from "../documents/find-documents.ts";
import { isRemoteInput, locateInput } from "../documents/locate-input.ts";

/** The kind of interface in a document: HTTP operations, streams, or feeds with topics. */
export type InterfaceKind = "rest" | "streams" | "feed";

/**
 * Returns the kinds of interfaces that documents describe. For a document at a URL, only its name is used.
 */
export async function interfaceKinds(
  folder: string,
  inputs: readonly string[],
): Promise<ReadonlySet<InterfaceKind>> {
  const kinds = inputs.map(async (input): Promise<readonly InterfaceKind[]> => {
    if (isRemoteInput(input)) return [/asyncapi/i.test(input) ? "streams" : "rest"];
    const text = await readFile(locateInput(folder, input), "utf8");
    return documentKind(text) === "asyncapi" ? await channelKinds(folder, input) : ["rest"];
  });
  return new Set((await Promise.all(kinds)).flat());
}

/**
 * Returns the kinds of a document's channels. If the document has errors or no channels, returns `streams`.
 * The command `generate` reports the errors.
 */
async function channelKinds(folder: string, input: string): Promise<readonly InterfaceKind[]> {
  const { specification } = await loadSpecification(locateInput(folder, input));
  const channels = (specification && buildContract(specification).contract?.channels) ?? [];
  const kinds = channels.map((channel) => (servesTopics(channel) ? "feed" : "streams"));
  return kinds.length === 0 ? ["streams"] : kinds;
}
