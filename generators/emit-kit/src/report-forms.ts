import {
  type Channel,
  type Contract,
  formatForm,
  type ObjectSchema,
  ownFormatForm,
  walkSchemas,
} from "@specwright/contract";
import { emitDiagnostics } from "./emit-diagnostics.ts";
import type { EmitContext } from "./emitter.ts";
import { formWords, isFormWord, type ValueTypes, valueForms } from "./value-form.ts";

/**
 * Returns the types of values that a contract can have: the run time counts the frames of a channel
 * by bigints, so that integers are not strings where a channel has such rules.
 */
export function contractTypes({ channels }: Contract, options: ValueTypes): ValueTypes {
  if (options.int64 !== "string" || !channels.some(hasRules)) return options;
  return { ...options, int64: "bigint" };
}

function hasRules({ sequence, subscription, envelope }: Channel): boolean {
  return (sequence ?? subscription ?? envelope) !== undefined;
}

/** Reports the schemas whose values keep their form in JSON, though another one is asked for. */
export function reportForms(
  { contract, valueTypes, report }: EmitContext,
  options: ValueTypes,
): void {
  const { severity, fix } = emitDiagnostics.VALUE_TYPE_UNUSED;
  const channel = options.int64 === valueTypes.int64 ? undefined : contract.channels.find(hasRules);
  if (channel !== undefined) {
    const message =
      "The int64 of this document stay bigint, because the client and the server count by them.";
    report({ code: "VALUE_TYPE_UNUSED", severity, message, fix, source: channel.source });
  }
  const seen = new Set<string>();
  for (const { schema: root } of contract.declarations) {
    walkSchemas(root, (schema) => {
      const message = schema.kind === "schema" ? unusedType(schema, valueTypes) : undefined;
      if (message === undefined) return true;
      // Requests and responses may have copies of a schema.
      const { source } = schema;
      const key = `${source.file}#${source.pointer}`;
      if (!seen.has(key)) report({ code: "VALUE_TYPE_UNUSED", severity, message, fix, source });
      seen.add(key);
      return true;
    });
  }
}

function unusedType(schema: ObjectSchema, valueTypes: ValueTypes): string | undefined {
  const asked = schema.extensions.get("x-type");
  const own = ownFormatForm(schema);
  if (asked === undefined && own === undefined && schema.keepsNumber === undefined)
    return undefined;
  const words = own === undefined ? [] : formWords(schema, own.format);
  const decided = formatForm(schema);
  if (typeof asked === "string" && isFormWord(asked) && decided?.asked !== asked) {
    return `\`x-type: ${asked}\` has no effect on this schema.`;
  }
  if (typeof asked === "string" && isFormWord(asked) && !words.includes(asked)) {
    return `\`x-type: ${asked}\` has no effect on this schema, which has ${words.join(" or ")}.`;
  }
  if (keepsNumbers(schema, valueTypes))
    return "The numbers do not become strings, because of other schemas of the same value.";
  if (own === undefined || decided !== undefined) return undefined;
  return valueForms({ ...schema, formatForm: own }, valueTypes).length === 0
    ? undefined
    : "The values stay as in JSON, because another schema of the same value says otherwise.";
}

function keepsNumbers(schema: ObjectSchema, valueTypes: ValueTypes): boolean {
  const { keepsNumber, ...alone } = schema;
  if (keepsNumber === undefined) return false;
  return valueForms(alone, valueTypes).length > valueForms(schema, valueTypes).length;
}
