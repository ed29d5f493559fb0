import { type ObjectSchema, ownStringForm, stringForm, walkSchemas } from "@specwright/contract";
import { emitDiagnostics } from "./emit-diagnostics.ts";
import type { EmitContext } from "./emitter.ts";
import { formWord, formWords, isFormWord, type ValueTypes, valueForm } from "./value-form.ts";

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
  const own = ownStringForm(schema);
  const form = stringForm(schema);
  const word = form && formWord(form, valueTypes);
  if (typeof asked === "string" && isFormWord(asked) && word !== asked) {
    const words = own && formWords(own.format);
    const reason = words?.includes(asked) === false ? `, which has ${words.join(" or ")}` : "";
    return `\`x-type: ${asked}\` has no effect on this schema${reason}.`;
  }
  if (own === undefined || form !== undefined) return undefined;
  return valueForm({ ...schema, stringForm: own }, valueTypes) === undefined
    ? undefined
    : "The values stay strings, because another schema of the same value says otherwise.";
}
