import { previewLetters } from "@specwright/service/mail";
import { readEnvironment } from "../environment/read-environment.ts";
import { mailDeclarations } from "../mail/mail-declarations.ts";
import { readTemplates } from "../mail/mail-options.ts";

/**
 * Returns all mails with sample values, and the variables of each.
 *
 * @throws PublisherError `invalid_option`
 */
export function previewMails(env: Readonly<Record<string, string | undefined>>): string {
  return previewLetters(mailDeclarations, readTemplates(readEnvironment(env).mailTemplates));
}
