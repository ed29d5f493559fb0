import { previewLetters } from "@specwright/service/mail";
import { readEnvironment } from "../environment/read-environment.ts";
import { mailDeclarations } from "../mail/mail-declarations.ts";
import { builtInTemplates } from "../mail/mail-templates.ts";

/**
 * Returns all mails with sample values, each under a line with its name.
 *
 * @throws MarketplaceError `invalid_option`
 */
export function previewMails(env: Readonly<Record<string, string | undefined>>): string {
  const { mailTemplates = builtInTemplates() } = readEnvironment(env).options;
  return previewLetters(mailDeclarations, mailTemplates);
}
