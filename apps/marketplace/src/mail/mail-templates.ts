import {
  builtInTemplates as builtIn,
  readMailTemplates as read,
  type MailTemplates as SharedTemplates,
} from "@specwright/service/mail";
import { MarketplaceError } from "../marketplace-error.ts";
import { type MailContents, mailDeclarations } from "./mail-declarations.ts";

/** Writes letters. */
export type MailTemplates = SharedTemplates<MailContents>;

/** Returns the built-in templates, in English and plain text. */
export function builtInTemplates(): MailTemplates {
  return builtIn(mailDeclarations);
}

/**
 * Reads the templates in a folder, which replace built-in ones: `NAME.txt.hbs`, whose first line is
 * `Subject: …` and whose second line is empty, and `NAME.html.hbs`.
 *
 * @throws MarketplaceError `invalid_option`, with all faults by file and line.
 */
export function readMailTemplates(folder: string): MailTemplates {
  const found = read(mailDeclarations, folder);
  if ("templates" in found) return found.templates;
  throw new MarketplaceError("invalid_option", found.faults.join("; "));
}
