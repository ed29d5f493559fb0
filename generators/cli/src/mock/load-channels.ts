// Loads the channels of a document for programs that read and write its messages without generated
// files, such as the conformance kit.

import { resolve } from "node:path";
import { buildContract, type Channel, servesTopics, type Topic } from "@specwright/contract";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { type Diagnostic, formatDiagnostic, loadSpecification } from "@specwright/spec-loader";
import { assertInput, locateInput } from "../documents/locate-input.ts";
import { CliError } from "../terminal/cli-error.ts";
import { documentFolder, hasError } from "../terminal/print-diagnostics.ts";
import { mockedDocument } from "./mocked-document.ts";

export interface LoadChannelsOptions {
  /** The base folder of a relative path. Default: the working directory. */
  readonly folder?: string;
  /** Whose side the document is written from. Default `provider`. */
  readonly perspective?: "provider" | "consumer";
  /** The folder that must contain all referenced files. Default: the folder of the document. */
  readonly root?: string;
  /** Whether references to URLs are followed. Default false. */
  readonly allowRemote?: boolean;
}

/** A topic of a feed, with values of its parameters. */
export interface ExampleTopic {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

/** A channel of a document. */
export interface LoadedChannel {
  /** A `ChannelDescriptor` of `@specwright/runtime/codegen`, as in generated code. */
  readonly descriptor: object;
  /**
   * A topic of each kind, with the first example of each parameter. Kinds with a parameter that has
   * no example, default or list of values are left out.
   */
  readonly topics: readonly ExampleTopic[];
  /**
   * A value for each address parameter and each other required parameter, as text: the first
   * example, the default, or the first listed value. Parameters without any are left out.
   */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Loads the channels of an AsyncAPI document with their codecs.
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
    ...(root !== undefined && { root: resolve(folder, root) }),
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
      // Credentials of a security scheme are not parameters.
      descriptor.parameters.some((parameter) => parameter.name === name)
        ? [[name, property.examples?.[0] ?? property.default ?? property.enum?.[0]]]
        : [],
    );
  });
  // The value of an address parameter takes precedence over the value of its group.
  const found = [...others, ...inAddress].filter(([, value]) => value !== undefined);
  return Object.fromEntries(found.map(([name, value]) => [name, String(value)]));
}
