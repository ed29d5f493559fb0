import { previewLetters } from "@specwright/service/mail";
import { readEnvironment } from "../environment/read-environment.ts";
import { type MailContents, mailDeclarations } from "../mail/mail-declarations.ts";
import { builtInTemplates } from "../mail/mail-templates.ts";
import { type KeyPages, keyLinks } from "../mailed-keys/write-key-letter.ts";

/**
 * Returns all mails with sample values, and the variables of each.
 *
 * @throws MarketplaceError `invalid_option`
 */
export function previewMails(env: Readonly<Record<string, string | undefined>>): string {
  const { options } = readEnvironment(env);
  const { mailTemplates = builtInTemplates() } = options;
  return previewLetters(mailDeclarations, mailTemplates, (contents) => withLink(contents, options));
}

/**
 * Sets the link in the sample values of a mail with a key. The link is empty if the settings do not
 * contain the page.
 */
function withLink(contents: MailContents, pages: KeyPages): MailContents {
  if (contents.mail !== "password-reset" && contents.mail !== "email-verification") {
    return contents;
  }
  const username = `${contents.values.username}`;
  const link = keyLinks[contents.mail](pages, { username, key: `${contents.values.key}` });
  return { ...contents, values: { ...contents.values, link } };
}
