import {
  type Channel,
  type Contract,
  type FormatForm,
  formatForm,
  formWords,
  isFormWord,
  type ObjectSchema,
  ownFormatForm,
  servesTopics,
  type ValueTypes,
  valueForms,
  walkSchemas,
} from "@specwright/contract";
import { emitDiagnostics } from "./emit-diagnostics.ts";
import type { EmitContext } from "./emitter.ts";

/**
 * Returns the options for types that a contract supports. If a channel has rules, the runtime counts its
 * messages with bigints. Then `int64: "string"` is changed to `"bigint"`.
 */
export function contractTypes({ channels }: Contract, options: ValueTypes): ValueTypes {
  if (options.int64 !== "string" || !channels.some(hasRules)) return options;
  return { ...options, int64: "bigint" };
}

function hasRules(channel: Channel): boolean {
  const { resume, subscription, envelope } = channel;
  return (resume ?? subscription ?? envelope) !== undefined && !servesTopics(channel);
}

/**
 * Reports each schema whose values keep their JSON type although an option or the document requests a
 * different type.
 */
export function reportForms(
  { contract, valueTypes, report }: EmitContext,
  options: ValueTypes,
): void {
  const { severity, fix: usualFix } = emitDiagnostics.VALUE_TYPE_UNUSED;
  const channel = options.int64 === valueTypes.int64 ? undefined : contract.channels.find(hasRules);
  if (channel !== undefined) {
    const message =
      "int64 values of this document stay bigint, because client and server count with them.";
    const { source } = channel;
    report({ code: "VALUE_TYPE_UNUSED", severity, message, fix: usualFix, source });
  }
  const seen = new Set<string>();
  for (const { schema: root } of contract.declarations) {
    walkSchemas(root, (schema) => {
      const unused = schema.kind === "schema" ? unusedType(schema, valueTypes) : undefined;
      if (unused === undefined) return true;
      const { message, fix = usualFix } = unused;
      // The schemas of requests and of responses can be copies of the same schema in the document.
      const { source } = schema;
      const key = `${source.file}#${source.pointer}`;
      if (!seen.has(key)) report({ code: "VALUE_TYPE_UNUSED", severity, message, fix, source });
      seen.add(key);
      return true;
    });
  }
}

/**
 * The reason why values keep their JSON type. If `fix` is missing, the fix of the diagnostic is reported.
 */
interface UnusedType {
  readonly message: string;
  readonly fix?: string;
}

function unusedType(schema: ObjectSchema, valueTypes: ValueTypes): UnusedType | undefined {
  const asked = schema.extensions.get("x-type");
  const own = ownFormatForm(schema);
  if (asked === undefined && own === undefined && schema.keepsNumber === undefined)
    return undefined;
  const decided = formatForm(schema);
  if (typeof asked === "string") {
    const words = possibleWords(schema, own);
    if (words.length > 0 && !words.includes(asked)) return unknownType(asked, words);
    if (isFormWord(asked) && own === undefined) {
      const formats = asked === "Decimal" ? "decimal" : "date-time` or `date";
      const fix = `Add \`format: ${formats}\`, or remove \`x-type\`.`;
      return { message: `\`x-type: ${asked}\` has no effect on this schema.`, fix };
    }
    if (isFormWord(asked) && decided?.asked !== asked) {
      return { message: `\`x-type: ${asked}\` has no effect on this schema.` };
    }
  }
  if (keepsNumbers(schema, valueTypes)) {
    return {
      message:
        "The numbers stay numbers. Another schema of the same value allows strings, lists its values, or has `x-type: bigint`.",
      fix: "Change the other schema, or choose another type with `x-type`.",
    };
  }
  if (own === undefined || decided !== undefined) return undefined;
  // The type of int64 is a default. No option and no document requested a different type.
  if (own.format.endsWith("int64") && asked === undefined) return undefined;
  return valueForms({ ...schema, formatForm: own }, valueTypes).length === 0
    ? undefined
    : {
        message:
          "The values keep their JSON type, because another schema of the same value has another format.",
      };
}

function unknownType(asked: string, words: readonly string[]): UnusedType {
  const known = words.map((word) => `\`${word}\``).join(", ");
  return {
    message: `\`x-type: ${asked}\` has no effect on this schema. Possible types: ${known}.`,
    fix: "Use one of these types, or remove `x-type`.",
  };
}

/**
 * Lists the values of `x-type` that are possible on a schema. The list is empty if `x-type` has no effect
 * on it.
 */
function possibleWords(schema: ObjectSchema, own: FormatForm | undefined): readonly string[] {
  if (own !== undefined) return formWords(schema, own.format);
  const { types = [] } = schema;
  if (types.includes("integer")) return ["bigint", "number", "string"];
  return types.includes("number") ? ["number"] : [];
}

function keepsNumbers(schema: ObjectSchema, valueTypes: ValueTypes): boolean {
  const { keepsNumber, ...alone } = schema;
  if (keepsNumber === undefined) return false;
  return valueForms(alone, valueTypes).length > valueForms(schema, valueTypes).length;
}
