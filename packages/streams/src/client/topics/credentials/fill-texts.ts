import { fillText, type TemplateValues } from "@specwright/runtime";

/** Fills text templates. The result has the same keys as `templates`. */
export function fillTexts(
  templates: Readonly<Record<string, string>>,
  values: TemplateValues,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillText(template, values)]),
  );
}
