import { code, docComment, type Emitter, list, stringLiteral } from "@specwright/cli/emit";

/** Options for `constantsEmitter`. */
export interface ConstantsOptions {
  /** The file to write. Default `constants.ts`. */
  readonly path?: string;
}

/** Creates an emitter that writes the paths of operations and the addresses of channels as constants. */
export function constantsEmitter({ path = "constants.ts" }: ConstantsOptions = {}): Emitter {
  return {
    name: "constants",
    emit({ contract, names, typescript, report }) {
      const places = [
        ...contract.operations.map((operation) => ({
          name: names.operation(operation).value,
          text: operation.path,
          source: operation.source,
        })),
        ...contract.channels.map((channel) => ({
          name: names.channel(channel).value,
          text: channel.address ?? "",
          source: channel.source,
        })),
      ];
      for (const { name, source } of places.filter(({ text }) => text === "")) {
        report({
          code: "CONSTANT_UNKNOWN",
          severity: "warning",
          message: `"${name}" has no address, so its constant is empty.`,
          fix: "Give the channel an address.",
          source,
        });
      }
      const file = typescript(path);
      for (const { name, text, source } of places) {
        file.print(
          docComment({ text: `The place of ${name}.`, generatedFrom: source }),
          code`export const ${name}Place = ${stringLiteral(text)};`,
        );
      }
      const all = places.map(({ name }) => `${name}Place`);
      file.print(code`export const places: readonly string[] = ${list("[", all, "]")};`);
    },
  };
}
