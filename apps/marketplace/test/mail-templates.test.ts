// Mails from the templates of an operator.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MailDeclaration } from "@specwright/service/mail";
import { simpleParser } from "mailparser";
import { describe, expect, test } from "vitest";
import { runCli } from "../src/cli/run-cli.ts";
import { mailDeclarations } from "../src/mail/mail-declarations.ts";
import { readMailTemplates } from "../src/mail/mail-templates.ts";
import { isPageUrl, pageLink } from "../src/mailed-keys/page-link.ts";
import { startMarketplace, temporaryFolder } from "./start-marketplace.ts";

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(await temporaryFolder(), "templates");
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const HEAD = "Subject: S\n\n";

describe("35.8 templates in a folder", () => {
  test("replace the built-in ones, in any language, as text and HTML", async () => {
    const folder = await folderWith({
      "listing-reported.txt.hbs":
        "Subject: Meldung zu „{{title}}“\r\n\r\nGrüße! {{reporter}}:\n{{details}}\n",
      "listing-reported.html.hbs": '<p title="{{title}}">{{details}}</p>',
    });
    const { as, mails } = await startMarketplace({ mailTemplates: readMailTemplates(folder) });
    const details = '</p><script>"&x"</script>\n{{username}}';
    const answer = await (await as("bob")).reportListing({
      path: { listing_id: 1 },
      body: { details },
    });
    expect(answer.status).toBe(200);
    await expect.poll(mails).toHaveLength(1);
    const mail = await simpleParser((await mails())[0] ?? "");
    expect(mail.subject).toBe("Meldung zu „published“");
    expect(mail.text).toBe('Grüße! bob:\n> </p><script>"&x"</script>\n> {{username}}\n');
    expect(mail.html).toBe(
      '<p title="published">&lt;/p&gt;&lt;script&gt;&quot;&amp;x&quot;&lt;/script&gt;\n{{username}}</p>',
    );
    expect(mail.attachments).toEqual([]);
  });

  test.each<[what: string, file: string, text: string, fault: string]>([
    [
      "an unknown variable",
      "a.txt.hbs",
      `${HEAD}x\n{{usrname}}`,
      'line 4: unknown variable "usrname". Variables: username',
    ],
    ["one in the subject", "a.txt.hbs", "Subject: {{x}}\n\nx", 'line 1: unknown variable "x"'],
    ["one of another mail", "a.txt.hbs", `${HEAD}{{key}}`, 'line 3: unknown variable "key"'],
    ["one in a condition", "a.txt.hbs", `${HEAD}{{#if x}}y{{/if}}`, 'line 3: unknown variable "x"'],
    [
      "one in a branch",
      "a.txt.hbs",
      `${HEAD}{{#if username}}a{{else}}\n{{x}}{{/if}}`,
      'line 4: unknown variable "x"',
    ],
    ["a member", "a.txt.hbs", `${HEAD}{{username.length}}`, 'unknown variable "username.length"'],
    [
      "the prototype",
      "a.txt.hbs",
      `${HEAD}{{constructor}}{{__proto__}}`,
      'unknown variable "constructor"',
    ],
    ["the root", "a.txt.hbs", `${HEAD}{{@root}}`, "line 3: unknown variable"],
    ["this", "a.txt.hbs", `${HEAD}{{this}}`, "line 3: unknown variable"],
    [
      "a helper",
      "a.txt.hbs",
      `${HEAD}{{lookup username 0}}`,
      "line 3: unknown helper; helpers: if, unless",
    ],
    [
      "another block",
      "a.txt.hbs",
      `${HEAD}{{#each username}}{{/each}}`,
      "line 3: expected {{#if VARIABLE}}",
    ],
    ["a partial", "a.txt.hbs", `${HEAD}{{> other}}`, "line 3: partials"],
    [
      "no end",
      "a.txt.hbs",
      `${HEAD}a\n{{#if username}}`,
      "line 4: expected {{/if}} or {{/unless}}",
    ],
    [
      "an end of another block",
      "a.txt.hbs",
      `${HEAD}a\n{{#if username}}{{/unless}}`,
      "line 4: expected {{/if}}, found {{/unless}}",
    ],
    ["an end alone", "a.txt.hbs", `${HEAD}\n{{/if}}`, "line 4: expected no {{/…}}"],
    ["an else alone", "a.txt.hbs", `${HEAD}{{else}}`, "line 3: expected no {{else}}"],
    [
      "two else",
      "a.txt.hbs",
      `${HEAD}{{#if username}}\n{{else}}\n{{else}}{{/if}}`,
      "line 5: expected the end of the block, found another {{else}}",
    ],
    ["one brace at the end", "a.txt.hbs", `${HEAD}{{#if username}`, "line 3: expected }}"],
    ["two braces at the end", "a.html.hbs", "{{{username}}", "line 1: expected }}}"],
    ["no name", "a.txt.hbs", `${HEAD}{{}}`, "line 3: expected the name of a variable and }}"],
    ["no braces at the end", "a.txt.hbs", `${HEAD}{{username`, "line 3: expected the name of"],
    ["no subject", "a.txt.hbs", "Hello", 'line 1: expected "Subject: "'],
    ["no empty line", "a.txt.hbs", "Subject: S\nHello", 'line 1: expected "Subject: "'],
    ["what is not escaped", "a.html.hbs", "a\n{{{username}}}", "line 2: {{{VARIABLE}}}"],
    ["the same with &", "a.html.hbs", "{{&username}}", "line 1: {{{VARIABLE}}}"],
  ])("are refused with %s, by file and line", async (_, file, text, fault) => {
    const name = file.replace(/^a\./, "password-changed.");
    const folder = await folderWith({ [name]: text });
    expect(() => readMailTemplates(folder)).toThrow(
      `${join(folder, name)} ${fault.startsWith("line") ? fault : "line"}`,
    );
    expect(() => readMailTemplates(folder)).toThrow(fault);
  });

  test.each([
    [`${HEAD}Hello {{username}}`, false],
    [`${HEAD}{{#if link}}Hello{{/if}}`, false],
    [`${HEAD}{{ key }}`, true],
    [`${HEAD}{{#if link}}{{link}}{{/if}}`, true],
  ])("of keys need the key or the link: %j is taken: %j", async (text, isTaken) => {
    const folder = await folderWith({ "password-reset.txt.hbs": text });
    if (isTaken) readMailTemplates(folder);
    else expect(() => readMailTemplates(folder)).toThrow("must use {{key}} or {{link}}");
  });

  test("are refused with unknown names; other files are ignored", async () => {
    const folder = await folderWith({ "README.md": "", "__proto__.txt.hbs": HEAD });
    expect(() => readMailTemplates(folder)).toThrow("unknown template");
    expect(() => readMailTemplates(folder)).toThrow("password-reset, email-verification");
    expect(() => readMailTemplates(join(folder, "none"))).toThrow("cannot read");
    readMailTemplates(await folderWith({ "README.md": "{{" }));
  });

  test("are printed by a command, and their faults with those of other settings", async () => {
    const said: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
    const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
      runCli(["mails", ...args], {
        env,
        version: () => "1.2.3",
        out: async (text) => void said.out.push(text),
        err: (text) => void said.err.push(text),
      });
    const files = { "password-changed.html.hbs": "<b>{{username}}</b>" };
    const MARKETPLACE_MAIL_TEMPLATES = await folderWith(files);
    expect(await run({ MARKETPLACE_MAIL_TEMPLATES })).toBe(0);
    for (const [mail, { about, variables }] of Object.entries(mailDeclarations)) {
      expect(said.out.join("")).toContain(`=== ${mail}: ${about}\n`);
      for (const [name, each] of Object.entries(variables))
        expect(said.out.join("")).toContain(`\n{{${name}}}: ${each.about}\n`);
    }
    expect(said.out.join("")).toContain("the account\n\nSubject: ");
    expect(said.out.join("")).toContain("\n--- HTML\n<b>ada</b>\n");
    await writeFile(join(MARKETPLACE_MAIL_TEMPLATES, "password-changed.html.hbs"), "{{x}}");
    expect(await run({ MARKETPLACE_MAIL_TEMPLATES, MARKETPLACE_PORT: "x" })).toBe(1);
    expect(said.err.join("")).toContain("MARKETPLACE_PORT");
    expect(said.err.join("")).toContain('password-changed.html.hbs line 1: unknown variable "x"');
    expect(await run({}, "send")).toBe(2);
  });

  test("are printed with links to the pages that are set, and with the key without them", async () => {
    const said: string[] = [];
    const run = (env: Readonly<Record<string, string>>) =>
      runCli(["mails"], {
        env,
        version: () => "1.2.3",
        out: async (text) => void said.push(text),
        err: (text) => void said.push(text),
      });
    const pages = {
      MARKETPLACE_RESET_PAGE: "https://shop.test/reset/{key}",
      MARKETPLACE_VERIFICATION_PAGE: "https://shop.test/verify",
    };
    expect([await run(pages), await run({})]).toEqual([0, 0]);
    const [linked = "", plain = ""] = said;
    const { key } = mailDeclarations["password-reset"].variables;
    expect(linked).toContain(`\n\nhttps://shop.test/reset/${key.sample}\n`);
    expect(linked).toContain(`\n\nhttps://shop.test/verify#email_verification_key=${key.sample}\n`);
    expect(plain).toContain(`\nYour password reset key: ${key.sample}\n`);
    expect(plain).not.toContain("https://");
  });

  test("have their variables in the operating page", async () => {
    const page = new URL("../../../docs/operating-marketplace.md", import.meta.url);
    const text = await readFile(page, "utf8");
    const rows = Object.entries<MailDeclaration>(mailDeclarations).map(
      ([name, { about, variables }]) =>
        `| \`${name}\` | ${about} | ${Object.keys(variables)
          .map((one) => `\`${one}\``)
          .join(", ")} |`,
    );
    for (const row of rows) expect(text).toContain(`\n${row}\n`);
    const described = Object.values<MailDeclaration>(mailDeclarations).flatMap(({ variables }) =>
      Object.keys(variables),
    );
    for (const name of new Set(described)) expect(text).toContain(`\`${name}\``);
  });
});

describe("35.8 a page of the operator", () => {
  const values = { username: "a b/c", key: "k-1" };
  const fragment = { key: "k-1" };
  test.each<[page: string | undefined, link: string]>([
    [undefined, ""],
    ["https://shop.example/reset?lang=en", "https://shop.example/reset?lang=en#key=k-1"],
    ["https://shop.example/reset#{key}", "https://shop.example/reset#k-1"],
    ["https://shop.example/{username}/reset/{key}", "https://shop.example/a%20b%2Fc/reset/k-1"],
  ])("%s is linked as %s", (page, link) => {
    expect(pageLink(page, values, fragment)).toBe(link);
  });

  test.each([
    ["https://shop.example/reset", true],
    ["http://localhost:3000/#/reset/{key}", true],
    ["https://shop.example/?u={username}&k={key}", true],
    ["https://shop.example/{username}", false],
    ["https://shop.example/{key}/{other}", false],
    ["https://shop.example/{key", false],
    ["https://{key}.shop.example/", false],
    ["https://shop.example:{key}/", false],
    ["javascript:alert('{key}')", false],
    ["shop.example/{key}", false],
  ])("may be %s: %s", (page, want) => expect(isPageUrl(page)).toBe(want));
});
