import type { MailContents, MailDeclarations } from "./mail-declaration.ts";
import type { MailTemplates } from "./mail-templates.ts";

/** Returns all mails with sample values, each under a line with its name. */
export function previewLetters<Contents extends MailContents>(
  declarations: MailDeclarations,
  templates: MailTemplates<Contents>,
): string {
  return Object.entries(declarations)
    .map(([mail, { variables }]) => {
      const samples = Object.entries(variables).map(([name, { sample }]) => [name, sample]);
      const contents = { mail, values: Object.fromEntries(samples) };
      const { subject, body, html } = templates(contents as Contents);
      const markup = html === undefined ? "" : `\n--- HTML\n${html}`;
      return `=== ${mail}\nSubject: ${subject}\n\n${body}${markup}`;
    })
    .join("\n");
}
