import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MarketplaceError } from "../marketplace-error.ts";
import { type CompiledTemplate, compileTemplate } from "./compile-template.ts";
import { type Letter, oneLine, quoted } from "./letter.ts";
import {
  type MailContents,
  type MailDeclaration,
  mailDeclarationOf,
  mailDeclarations,
} from "./mail-declarations.ts";

/** Writes letters. */
export type MailTemplates = (contents: MailContents) => Letter;

type Render = (values: Readonly<Record<string, string>>) => string;

interface MailTemplate {
  readonly subject: Render;
  readonly text: Render;
  readonly html?: Render;
}

/** Returns the built-in templates, in English and plain text. */
export function builtInTemplates(): MailTemplates {
  return templatesOf(new Map());
}

/**
 * Reads the templates in a folder, which replace built-in ones: `NAME.txt.hbs`, whose first line is
 * `Subject: …` and whose second line is empty, and `NAME.html.hbs`.
 *
 * @throws MarketplaceError `invalid_option`, with all faults by file and line.
 */
export function readMailTemplates(folder: string): MailTemplates {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".hbs"));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MarketplaceError("invalid_option", `cannot read ${folder}: ${why}`, { cause });
  }
  const texts = new Map(
    names.map((name) => [name, readFileSync(join(folder, name), "utf8").replace(/^\ufeff/, "")]),
  );
  const unknown = names.filter((name) => mailDeclarationOf(mailOf(name)) === undefined);
  if (unknown.length === 0) return templatesOf(texts, folder);
  const known = Object.keys(mailDeclarations).join(", ");
  throw new MarketplaceError(
    "invalid_option",
    `unknown template ${unknown.map((name) => join(folder, name)).join(", ")}. Expected NAME.txt.hbs or NAME.html.hbs; names: ${known}`,
  );
}

function mailOf(fileName: string): string {
  return fileName.replace(/\.(txt|html)\.hbs$/, "");
}

function templatesOf(texts: ReadonlyMap<string, string>, folder = ""): MailTemplates {
  const faults: string[] = [];
  const templates = new Map<string, MailTemplate>();
  for (const [mail, declaration] of Object.entries<MailDeclaration>(mailDeclarations)) {
    const variables = new Set(Object.keys(declaration.variables));
    function compiled(file: string, text: string, line: number): Render {
      const isHtml = file.endsWith(".html.hbs");
      const result: CompiledTemplate = compileTemplate({ text, line, isHtml, variables });
      if ("render" in result) return result.render;
      faults.push(...result.faults.map((fault) => `${join(folder, file)} ${fault}`));
      return () => "";
    }
    const file = `${mail}.txt.hbs`;
    const source = texts.get(file) ?? declaration.text;
    const [, subject = "", body = ""] = /^Subject: ([^\r\n]+)\r?\n\r?\n(.*)$/s.exec(source) ?? [];
    if (subject === "") {
      faults.push(
        `${join(folder, file)} line 1: expected "Subject: " with a subject, and an empty line`,
      );
    }
    if (variables.has("key") && !/\{\{\s*(?:key|link)\s*\}/.test(body)) {
      faults.push(
        `${join(folder, file)}: expected {{key}} or {{link}}, without which the mail is useless`,
      );
    }
    const html = texts.get(`${mail}.html.hbs`);
    templates.set(mail, {
      subject: compiled(file, subject.trimEnd(), 1),
      text: compiled(file, body, 3),
      ...(html !== undefined && { html: compiled(`${mail}.html.hbs`, html, 1) }),
    });
  }
  if (faults.length > 0) throw new MarketplaceError("invalid_option", faults.join("; "));
  return ({ mail, values }) => {
    const template = templates.get(mail);
    if (template === undefined) throw new TypeError(`no template of ${mail}`);
    return letterOf(template, mailDeclarations[mail], values);
  };
}

function letterOf(
  { subject, text, html }: MailTemplate,
  { variables }: MailDeclaration,
  values: Readonly<Record<string, string | number>>,
): Letter {
  const valuesWith = (writeLong: (value: string) => string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(variables).map(([name, { isLong = false }]) => {
        const value = `${values[name] ?? ""}`;
        return [name, isLong ? writeLong(value) : oneLine(value)];
      }),
    );
  const plain = valuesWith(quoted);
  return {
    subject: oneLine(subject(plain)),
    body: text(plain),
    ...(html !== undefined && { html: html(valuesWith((value) => value)) }),
  };
}
