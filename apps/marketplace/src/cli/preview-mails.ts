import { readEnvironment } from "../environment/read-environment.ts";
import {
  type MailContents,
  type MailDeclaration,
  mailDeclarations,
} from "../mail/mail-declarations.ts";
import { builtInTemplates } from "../mail/mail-templates.ts";
import { type KeyPages, keyLinks } from "../mailed-keys/write-key-letter.ts";

/**
 * Returns all mails with sample values, each under a line with its name.
 *
 * @throws MarketplaceError `invalid_option`
 */
export function previewMails(env: Readonly<Record<string, string | undefined>>): string {
  const { options } = readEnvironment(env);
  const { mailTemplates = builtInTemplates() } = options;
  return sampleMails(options)
    .map((contents) => {
      const { subject, body, html } = mailTemplates(contents);
      const markup = html === undefined ? "" : `\n--- HTML\n${html}`;
      return `=== ${contents.mail}\nSubject: ${subject}\n\n${body}${markup}`;
    })
    .join("\n");
}

/**
 * Returns the contents of each kind of mail, with sample values. Links lead to the given pages, and
 * are empty without them, as in the mails that are sent.
 */
export function sampleMails(pages: KeyPages = {}): readonly MailContents[] {
  return Object.entries<MailDeclaration>(mailDeclarations).map(([mail, { variables }]) => {
    const samples = Object.entries(variables).map(([name, { sample }]) => [name, sample]);
    const contents = { mail, values: Object.fromEntries(samples) } as MailContents;
    if (contents.mail !== "password-reset" && contents.mail !== "email-verification") {
      return contents;
    }
    const username = `${contents.values.username}`;
    const link = keyLinks[contents.mail](pages, { username, key: `${contents.values.key}` });
    return { ...contents, values: { ...contents.values, link } };
  });
}
