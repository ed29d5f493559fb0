// Loads the channels of a document, for programs that read and write its messages without generated files.
// An example is the conformance kit.

import { buildContract, type Channel, servesTopics, type Topic } from "@specwright/contract";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { type Diagnostic, formatDiagnostic, loadSpecification } from "@specwright/spec-loader";
import { assertInput, locateInput } from "../documents/locate-input.ts";
import { rootOf } from "../documents/reference-root.ts";
import { CliError } from "../terminal/cli-error.ts";
import { documentFolder, hasError } from "../terminal/print-diagnostics.ts";
import { mockedDocument } from "./mocked-document.ts";

export interface LoadChannelsOptions {
  /** The folder from which a relative path is resolved. Default: the working directory. */
  readonly folder?: string;
  /** The side that the document describes. Default `provider`. */
  readonly perspective?: "provider" | "consumer";
  /** The folder that must contain all referenced files. Default: the folder of the document. */
  readonly root?: string;
  /** Whether to fetch references to URLs. Default `false`. */
  readonly allowRemote?: boolean;
}

/** A topic of a feed, and values for its parameters. */
export interface ExampleTopic {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

/** A channel of a document, and example values for a connection to it. */
export interface LoadedChannel {
  /** The `ChannelDescriptor` of `@specwright/runtime/codegen` that generated code would contain. */
  readonly descriptor: object;
  /**
   * One topic of each kind. The value of a parameter is its first example, its default, or its first listed
   * value. Leaves out kinds with a parameter that has no such value.
   */
  readonly topics: readonly ExampleTopic[];
  /**
   * Values of the address parameters, and of all other required parameters, as text. The value is the first
   * example, the default, or the first listed value. Leaves out parameters without such a value.
   */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Loads the channels of an AsyncAPI document, with the codecs of their messages.
 *
 * @throws CliError `document_not_found`, `processing_failed` with the errors of the document, or
 * `node_too_old`.
 *
 * @example
 * ```ts
 * const [channel] = await loadChannels("asyncapi.yaml", { perspective: "consumer" });
 * ```
 */
export async function loadChannels(
  document: string,
  options: LoadChannelsOptions = {},
): Promise<readonly LoadedChannel[]> {
  const { folder = process.cwd(), perspective, root, allowRemote } = options;
  const input = locateInput(folder, document);
  assertInput(input, document, folder);
  const { specification, diagnostics } = await loadSpecification(input, {
    ...rootOf(folder, root),
    ...(allowRemote !== undefined && { allowRemote }),
  });
  const built =
    specification && buildContract(specification, { ...(perspective && { perspective }) });
  const all: readonly Diagnostic[] = [...diagnostics, ...(built?.diagnostics ?? [])];
  if (built?.contract === undefined || hasError(all)) {
    const shown = documentFolder({ folder }, document);
    const errors = all.filter(({ severity }) => severity === "error");
    const texts = errors.map((error) => formatDiagnostic(error, shown));
    throw new CliError("processing_failed", texts.join("\n"), "Fix the document.");
  }
  const { contract, channels } = await mockedDocument(built.contract);
  return channels.map((descriptor) => {
    const channel = contract.channels.find(({ id }) => id === descriptor.id);
    return {
      descriptor,
      topics: channel && servesTopics(channel) ? exampleTopics(channel.topics) : [],
      parameters: channel === undefined ? {} : exampleParameters(channel, descriptor),
    };
  });
}

function exampleTopics(topics: readonly Topic[]): readonly ExampleTopic[] {
  return topics.flatMap(({ name, parameters }): ExampleTopic[] => {
    const values = parameters.flatMap((parameter): [string, string | number | boolean][] => {
      const { examples, default: usual, enum: words } = parameter;
      const value = examples?.[0] ?? usual ?? words?.[0];
      if (typeof value === "bigint") return [[parameter.name, Number(value)]];
      return typeof value === "object" || value === undefined ? [] : [[parameter.name, value]];
    });
    return values.length < parameters.length
      ? []
      : [{ name, parameters: Object.fromEntries(values) }];
  });
}

function exampleParameters(
  { parameters, parameterGroups }: Channel,
  descriptor: ChannelDescriptor,
): Readonly<Record<string, string>> {
  const inAddress = parameters.map(({ name, examples, default: usual, enum: words }) => [
    name,
    examples?.[0] ?? usual ?? words?.[0],
  ]);
  const others = parameterGroups.flatMap(({ declaration: { schema } }) => {
    const { properties, required } = schema.kind === "schema" ? schema : {};
    return [...(properties ?? [])].flatMap(([name, property]) =>
      property.kind === "schema" &&
      required?.includes(name) === true &&
      // The descriptor does not list parameters that contain the credentials of a security scheme.
      descriptor.parameters.some((parameter) => parameter.name === name)
        ? [[name, property.examples?.[0] ?? property.default ?? property.enum?.[0]]]
        : [],
    );
  });
  // A parameter may be in the address and in a group. The later entry, from the address, takes precedence.
  const found = [...others, ...inAddress].filter(([, value]) => value !== undefined);
  return Object.fromEntries(found.map(([name, value]) => [name, String(value)]));
}
