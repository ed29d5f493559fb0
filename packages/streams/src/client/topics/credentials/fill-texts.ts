import { fillText, type TemplateValues } from "@specwright/runtime";

/** Fills templates of text. The result has the names of the templates. */
export function fillTexts(
  templates: Readonly<Record<string, string>>,
  values: TemplateValues,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillText(template, values)]),
  );
}
