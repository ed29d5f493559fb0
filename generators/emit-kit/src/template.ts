// Handlebars for whole-text artefacts. Nothing is escaped by the template: what a view holds must
// have gone through the encoder of its slot (`markdown`, `markdownCode`) before.

import Handlebars from "handlebars";

/** Compiles a template. A name the view has not is an error when it is run, and helpers run at build time only. */
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
