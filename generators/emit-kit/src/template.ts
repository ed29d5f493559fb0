// Handlebars for whole-text files. The template escapes nothing: the values of a view must have
// been encoded for their slots (`markdown`, `markdownCode`).

import Handlebars from "handlebars";

/**
 * Compiles a template. A name that the view does not have is an error when it runs, and helpers run
 * only at build time.
 */
export function compileTemplate<View extends object>(
  source: string,
  helpers: Readonly<Record<string, (...values: unknown[]) => unknown>> = {},
): (view: View) => string {
  const handlebars = Handlebars.create();
  for (const name of Object.keys(helpers))
    handlebars.registerHelper(name, helpers[name] ?? (() => ""));
  const template = handlebars.compile<View>(source, {
    strict: true,
    noEscape: true,
    preventIndent: true,
  });
  return (view) => template(view, { allowProtoPropertiesByDefault: false });
}
