import { readEnvironment } from "../environment/read-environment.ts";
import {
  type MailContents,
  type MailDeclaration,
  mailDeclarations,
} from "../mail/mail-declarations.ts";
import { builtInTemplates } from "../mail/mail-templates.ts";

/**
 * Returns all mails with sample values, each under a line with its name.
 *
 * @throws MarketplaceError `invalid_option`
 */
export function previewMails(env: Readonly<Record<string, string | undefined>>): string {
  const { mailTemplates = builtInTemplates() } = readEnvironment(env).options;
  return sampleMails()
    .map((contents) => {
      const { subject, body, html } = mailTemplates(contents);
      const markup = html === undefined ? "" : `\n--- HTML\n${html}`;
      return `=== ${contents.mail}\nSubject: ${subject}\n\n${body}${markup}`;
    })
    .join("\n");
}

/** Returns the contents of each kind of mail, with sample values. */
export function sampleMails(): readonly MailContents[] {
  return Object.entries<MailDeclaration>(mailDeclarations).map(([mail, { variables }]) => {
    const samples = Object.entries(variables).map(([name, { sample }]) => [name, sample]);
    return { mail, values: Object.fromEntries(samples) } as MailContents;
  });
}
