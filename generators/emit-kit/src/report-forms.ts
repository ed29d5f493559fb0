import { formatForm, type ObjectSchema, ownFormatForm, walkSchemas } from "@specwright/contract";
import { emitDiagnostics } from "./emit-diagnostics.ts";
import type { EmitContext } from "./emitter.ts";
import { formWords, isFormWord, type ValueTypes, valueForms } from "./value-form.ts";

/** Reports the schemas whose values keep their form in JSON, though another one is asked for. */
export function reportForms({ contract, valueTypes, report }: EmitContext): void {
  const { severity, fix } = emitDiagnostics.VALUE_TYPE_UNUSED;
  const seen = new Set<string>();
  for (const { schema: root } of contract.declarations) {
    walkSchemas(root, (schema) => {
      const { source } = schema;
      const key = `${source.file}#${source.pointer}`;
      const isNew = schema.kind === "schema" && !seen.has(key);
      seen.add(key);
      const message = isNew ? unusedType(schema, valueTypes) : undefined;
      if (message !== undefined)
        report({ code: "VALUE_TYPE_UNUSED", severity, message, fix, source });
      return true;
    });
  }
}

function unusedType(schema: ObjectSchema, valueTypes: ValueTypes): string | undefined {
  const asked = schema.extensions.get("x-type");
  const own = ownFormatForm(schema);
  const words = own === undefined ? [] : formWords(schema, own.format);
  const decided = formatForm(schema);
  if (typeof asked === "string" && isFormWord(asked) && decided?.asked !== asked) {
    return `\`x-type: ${asked}\` has no effect on this schema.`;
  }
  if (typeof asked === "string" && isFormWord(asked) && !words.includes(asked)) {
    return `\`x-type: ${asked}\` has no effect on this schema, which has ${words.join(" or ")}.`;
  }
  if (isBesideStrings(schema, valueTypes))
    return "The numbers stay as in JSON, because strings are allowed in their place.";
  if (own === undefined || decided !== undefined) return undefined;
  return valueForms({ ...schema, formatForm: own }, valueTypes).length === 0
    ? undefined
    : "The values stay as in JSON, because another schema of the same value says otherwise.";
}

function isBesideStrings(schema: ObjectSchema, valueTypes: ValueTypes): boolean {
  const { besideStrings, ...alone } = schema;
  if (besideStrings === undefined) return false;
  return valueForms(alone, valueTypes).length > valueForms(schema, valueTypes).length;
}
