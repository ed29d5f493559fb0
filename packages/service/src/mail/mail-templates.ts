import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledTemplate, compileTemplate, trustedMarkup } from "./compile-template.ts";
import { type Letter, type MailMarkup, oneLine, quoteText } from "./letter.ts";
import type { MailContents, MailDeclaration, MailDeclarations } from "./mail-declaration.ts";

/** Writes the letter for the contents of a mail. */
export type MailTemplates<Contents extends MailContents = MailContents> = (
  contents: Contents,
) => Letter;

/** The templates of a folder, or the faults in them, by file and line. */
export type ReadTemplates =
  | { readonly templates: MailTemplates }
  | { readonly faults: readonly string[] };

type Render = Extract<CompiledTemplate, { readonly render: unknown }>["render"];

interface MailTemplate {
  readonly subject: Render;
  readonly text: Render;
  readonly html?: Render;
}

/**
 * Compiles the built-in templates.
 *
 * @throws TypeError if a template has a fault.
 */
export function builtInTemplates(declarations: MailDeclarations): MailTemplates {
  const built = compileAll(declarations, new Map());
  if ("templates" in built) return built.templates;
  throw new TypeError(built.faults.join("; "));
}

/**
 * Reads the templates in a folder. They replace the built-in templates. `NAME.txt.hbs` begins with a line
 * `Subject: …` and an empty line; `NAME.html.hbs` contains the HTML. If a folder replaces the text of a
 * mail but not its HTML, the built-in HTML is not used.
 */
export function readMailTemplates(declarations: MailDeclarations, folder: string): ReadTemplates {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".hbs"));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return { faults: [`cannot read ${folder}: ${why}`] };
  }
  const texts = new Map(
    names.map((name) => [name, readFileSync(join(folder, name), "utf8").replace(/^\ufeff/, "")]),
  );
  const unknown = names.filter((name) => !Object.hasOwn(declarations, mailName(name)));
  if (unknown.length === 0) return compileAll(declarations, texts, folder);
  const known = Object.keys(declarations).join(", ");
  return {
    faults: [
      `unknown template ${unknown.map((name) => join(folder, name)).join(", ")}. Expected NAME.txt.hbs or NAME.html.hbs; names: ${known}`,
    ],
  };
}

function mailName(fileName: string): string {
  return fileName.replace(/\.(txt|html)\.hbs$/, "");
}

function compileAll(
  declarations: MailDeclarations,
  texts: ReadonlyMap<string, string>,
  folder = "",
): ReadTemplates {
  const faults: string[] = [];
  const templates = new Map<string, MailTemplate>();
  for (const [mail, declaration] of Object.entries(declarations)) {
    const variables = new Set(Object.keys(declaration.variables));
    function compileText(file: string, text: string, line: number): Render {
      const isHtml = file.endsWith(".html.hbs");
      const result = compileTemplate({ text, line, isHtml, variables });
      if ("render" in result) return result.render;
      faults.push(...result.faults.map((fault) => `${join(folder, file)} ${fault}`));
      return () => "";
    }
    const file = `${mail}.txt.hbs`;
    const own = texts.get(file);
    const [, subject = "", body = ""] =
      /^Subject: ([^\r\n]+)\r?\n\r?\n(.*)$/s.exec(own ?? declaration.text) ?? [];
    if (subject === "") {
      faults.push(
        `${join(folder, file)} line 1: expected "Subject: " with a subject, and an empty line`,
      );
    }
    const { needs = [] } = declaration;
    if (needs.length > 0 && !new RegExp(`\\{\\{\\s*(?:${needs.join("|")})\\s*\\}`).test(body)) {
      const either = needs.map((name) => `{{${name}}}`).join(" or ");
      faults.push(`${join(folder, file)}: the template must use ${either}`);
    }
    const html =
      texts.get(`${mail}.html.hbs`) ?? (own === undefined ? declaration.html : undefined);
    templates.set(mail, {
      subject: compileText(file, subject.trimEnd(), 1),
      text: compileText(file, body, 3),
      ...(html !== undefined && { html: compileText(`${mail}.html.hbs`, html, 1) }),
    });
  }
  if (faults.length > 0) return { faults };
  return {
    templates({ mail, values }) {
      const [template, declaration] = [templates.get(mail), declarations[mail]];
      if (template === undefined || declaration === undefined) {
        throw new TypeError(`no template for ${mail}`);
      }
      return renderLetter(template, declaration, values);
    },
  };
}

function renderLetter(
  { subject, text, html }: MailTemplate,
  { variables }: MailDeclaration,
  values: MailContents["values"],
): Letter {
  const valuesWith = (
    writeLong: (value: string) => string,
    writeMarkup: (value: MailMarkup) => ReturnType<typeof trustedMarkup>,
  ): Parameters<Render>[0] =>
    Object.fromEntries(
      Object.entries(variables).map(([name, { isLong = false }]) => {
        const value = values[name] ?? "";
        if (typeof value === "object") return [name, writeMarkup(value)];
        return [name, isLong ? writeLong(`${value}`) : oneLine(`${value}`)];
      }),
    );
  const plain = valuesWith(quoteText, (value) => value.text);
  return {
    subject: oneLine(subject(plain)),
    body: text(plain),
    ...(html !== undefined && {
      html: html(
        valuesWith(
          (value) => value,
          (value) => trustedMarkup(value.html),
        ),
      ),
    }),
  };
}
