export type { MailMarkup } from "./letter.ts";
export type { MailDeclaration, MailVariable } from "./mail-declaration.ts";
export { mailFolder } from "./mail-folder.ts";
export { type MailSender, readMailSender } from "./mail-sender.ts";
export { builtInTemplates, type MailTemplates, readMailTemplates } from "./mail-templates.ts";
export { isMailAddress, type MailMessage, type MailTransport } from "./mail-transport.ts";
export { mailSenderVariable, smtpUrlVariable } from "./mail-variables.ts";
export { previewLetters } from "./preview-letters.ts";
export { smtpTransport } from "./smtp-transport.ts";
