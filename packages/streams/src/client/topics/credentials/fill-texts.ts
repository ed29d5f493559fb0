import { fillText, type TemplateValues } from "@specwright/runtime";

/** Fills templates of text, by name. */
export function fillTexts(
  templates: Readonly<Record<string, string>>,
  values: TemplateValues,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillText(template, values)]),
  );
}
