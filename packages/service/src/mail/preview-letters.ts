import type { MailContents, MailDeclarations } from "./mail-declaration.ts";
import type { MailTemplates } from "./mail-templates.ts";

/**
 * Returns all mails with sample values. Each mail follows a line with its name. `complete` may replace
 * values, such as links to the operator's pages.
 */
export function previewLetters<Contents extends MailContents>(
  declarations: MailDeclarations,
  templates: MailTemplates<Contents>,
  complete: (contents: Contents) => Contents = (contents) => contents,
): string {
  return Object.entries(declarations)
    .map(([mail, { variables }]) => {
      const samples = Object.entries(variables).map(([name, { sample }]) => [name, sample]);
      const contents = { mail, values: Object.fromEntries(samples) };
      const { subject, body, html } = templates(complete(contents as Contents));
      const markup = html === undefined ? "" : `\n--- HTML\n${html}`;
      return `=== ${mail}\nSubject: ${subject}\n\n${body}${markup}`;
    })
    .join("\n");
}
