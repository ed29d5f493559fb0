import type { MailContents, MailDeclarations } from "./mail-declaration.ts";
import type { MailTemplates } from "./mail-templates.ts";

/**
 * Returns all mails with sample values. Each follows its name, when it is sent, and its variables.
 * `complete` may replace values, such as links to the pages of the operator.
 */
export function previewLetters<Contents extends MailContents>(
  declarations: MailDeclarations,
  templates: MailTemplates<Contents>,
  complete: (contents: Contents) => Contents = (contents) => contents,
): string {
  return Object.entries(declarations)
    .map(([mail, { about, variables }]) => {
      const samples = Object.entries(variables).map(([name, { sample }]) => [name, sample]);
      const meanings = Object.entries(variables).map(
        ([name, each]) => `{{${name}}}: ${each.about}\n`,
      );
      const contents = { mail, values: Object.fromEntries(samples) };
      const { subject, body, html } = templates(complete(contents as Contents));
      const markup = html === undefined ? "" : `\n--- HTML\n${html}`;
      return `=== ${mail}: ${about}\n${meanings.join("")}\nSubject: ${subject}\n\n${body}${markup}`;
    })
    .join("\n");
}
