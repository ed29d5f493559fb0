import {
  builtInTemplates as builtIn,
  readMailTemplates as read,
  type MailTemplates as SharedTemplates,
} from "@specwright/service/mail";
import { MarketplaceError } from "../marketplace-error.ts";
import { type MailContents, mailDeclarations } from "./mail-declarations.ts";

/** Writes the subject and the text of a mail from its data. */
export type MailTemplates = SharedTemplates<MailContents>;

/** Returns the built-in templates, in English and plain text. */
export function builtInTemplates(): MailTemplates {
  return builtIn(mailDeclarations);
}

/**
 * Reads templates from a folder. They replace built-in templates. In `NAME.txt.hbs`, the first line
 * is `Subject: …` and the second line is empty. `NAME.html.hbs` contains the HTML part.
 *
 * @throws MarketplaceError `invalid_option`, with the file and line of each fault.
 */
export function readMailTemplates(folder: string): MailTemplates {
  const found = read(mailDeclarations, folder);
  if ("templates" in found) return found.templates;
  throw new MarketplaceError("invalid_option", found.faults.join("; "));
}
