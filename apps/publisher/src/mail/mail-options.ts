import {
  type MailSender,
  type MailTransport,
  readMailSender,
  readMailTemplates,
  smtpTransport,
} from "@specwright/service/mail";
import { PublisherError } from "../publisher-error.ts";
import type { PublisherOptions } from "../publisher-options.ts";
import { mailDeclarations, ownTemplates, type PublisherTemplates } from "./mail-declarations.ts";

/** The settings for sending mail. */
export interface MailSettings {
  readonly transport: MailTransport;
  readonly sender: MailSender;
  readonly templates: PublisherTemplates;
  readonly claimMs?: number;
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Reads the mail settings; undefined if the service does not send mail.
 *
 * @throws PublisherError `invalid_option`
 */
export function readMailOptions({
  mail,
  publicUrl,
  title = "API contracts",
}: Pick<PublisherOptions, "mail" | "publicUrl" | "title">): MailSettings | undefined {
  if (mail === undefined) return undefined;
  const fault = publicUrlFault(publicUrl);
  if (fault !== undefined) throw new PublisherError("invalid_option", `mail: publicUrl: ${fault}`);
  const sender = readMailSender(mail.from, title);
  if (sender === undefined)
    throw new PublisherError("invalid_option", "mail: from is not a sender");
  return {
    ...{
      sender,
      transport: smtpTransport(mail.smtpUrl),
      templates: readTemplates(mail.templatesFolder),
    },
    ...(mail.claimMs === undefined ? {} : { claimMs: mail.claimMs }),
  };
}

/** Reads the templates of an operator, or returns the built-in ones. */
export function readTemplates(folder: string | undefined): PublisherTemplates {
  if (folder === undefined) return ownTemplates();
  const read = readMailTemplates(mailDeclarations, folder);
  if ("templates" in read) return read.templates;
  throw new PublisherError("invalid_option", `mail templates: ${read.faults.join("; ")}`);
}

/** Returns the reason why a public URL cannot be used in mails; undefined if it can be used. */
export function publicUrlFault(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return "mails contain links to it";
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:" || LOOPBACK.has(hostname)) return undefined;
  return "it must be an https:// URL, because mail programs use it to unsubscribe";
}
