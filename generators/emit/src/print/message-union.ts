import { isBinaryMessage, type Message } from "@specwright/contract";
import type { EmitContext } from "./emitter.ts";
import { stringLiteral } from "./literal.ts";
import { runtimeModule } from "./modules.ts";
import { code, type Printable } from "./printable.ts";
import type { TypeScriptFile } from "./typescript-file.ts";

/** Options for the union type of messages. */
export interface MessageUnionOptions {
  /** Prints a type by its name. */
  readonly print: (name: string) => Printable;
  /** Whether code reads the messages or writes them. */
  readonly form: "read" | "written";
  /** The paths of members that are optional in this type. */
  readonly optional?: readonly (readonly string[])[];
}

/** Prints the union type of messages. */
export function messageUnion(
  context: EmitContext,
  file: TypeScriptFile,
  messages: readonly Message[],
  options: MessageUnionOptions,
): Printable {
  const { print, form, optional = [] } = options;
  const nameOf = form === "read" ? context.names.type : context.names.written;
  const names = messages
    .filter((message) => !isBinaryMessage(message))
    .map(({ payload }) => (payload === undefined ? "unknown" : nameOf(payload)));
  const distinct = [...new Set(names)];
  if (messages.length === 0 || distinct.includes("unknown")) return "unknown";
  const bytes = messages.some(isBinaryMessage) ? ["Uint8Array"] : [];
  const union = [...distinct.map(print), ...bytes].reduce(
    (before, next) => code`${before} | ${next}`,
  );
  return optional.reduce<Printable>((type, path) => {
    const [name, ...deeper] = path.map(stringLiteral);
    if (name === undefined) return type;
    const key = deeper.length === 0 ? name : `[${[name, ...deeper].join(", ")}]`;
    return code`${file.importType("Uncorrelated", runtimeModule)}<${type}, ${key}>`;
  }, union);
}
