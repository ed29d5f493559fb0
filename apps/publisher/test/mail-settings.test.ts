// The settings of mail, its templates, and the commands about subscribers.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MailDeclaration } from "@specwright/service/mail";
import { simpleParser } from "mailparser";
import { describe, expect, test } from "vitest";
import { readEnvironment } from "../src/environment/read-environment.ts";
import { mailDeclarations } from "../src/mail/mail-declarations.ts";
import { runCommand } from "./run-command.ts";
import { startMailing } from "./start-mailing.ts";
import { shop, startPublisher } from "./start-publisher.ts";
import { databaseVariables, temporaryFolder } from "./test-services.ts";

const settings = {
  PUBLISHER_SMTP_URL: "smtps://me:s3cret@mail.example",
  PUBLISHER_MAIL_FROM: "Contracts <contracts@site.example>",
  PUBLISHER_PUBLIC_URL: "https://contracts.example",
};

describe("settings", () => {
  test("are off by default", () => expect(readEnvironment({}).options.mail).toBe(undefined));

  test("of the environment", () => {
    const more = { PUBLISHER_MAIL_CLAIM_SECONDS: "5", PUBLISHER_MAIL_TEMPLATES: "/templates" };
    expect(readEnvironment({ ...settings, ...more }).options.mail).toEqual({
      smtpUrl: settings.PUBLISHER_SMTP_URL,
      from: settings.PUBLISHER_MAIL_FROM,
      ...{ claimMs: 5000, templatesFolder: "/templates" },
    });
  });

  test.each([
    [{ PUBLISHER_SMTP_URL: "http://me:s3cret@mail.example" }, "PUBLISHER_SMTP_URL must be"],
    [{ PUBLISHER_MAIL_FROM: "a, b" }, "PUBLISHER_MAIL_FROM must be one mail address"],
    [{ PUBLISHER_MAIL_FROM: "" }, "PUBLISHER_SMTP_URL requires PUBLISHER_MAIL_FROM"],
    [
      { PUBLISHER_PUBLIC_URL: "" },
      "PUBLISHER_SMTP_URL requires PUBLISHER_PUBLIC_URL: mails contain",
    ],
    [{ PUBLISHER_PUBLIC_URL: "http://contracts.example" }, "it must be an https:// URL"],
  ])("are refused with %j", (wrong, fault) => {
    expect(() => readEnvironment({ ...settings, ...wrong })).toThrow(fault);
    expect(() => readEnvironment({ ...settings, ...wrong })).not.toThrow("s3cret");
  });

  test("of a service are checked at its start", async () => {
    const mail = { smtpUrl: "smtp://127.0.0.1:1", from: "contracts@site.example" };
    await expect(startPublisher({ mail })).rejects.toThrow("publicUrl");
    const publicUrl = "https://contracts.example";
    const wrong = { publicUrl, mail: { ...mail, from: "x" } };
    await expect(startPublisher(wrong)).rejects.toThrow("from");
    const templatesFolder = join(await temporaryFolder(), "none");
    await expect(startPublisher({ publicUrl, mail: { ...mail, templatesFolder } })).rejects.toThrow(
      "mail templates: cannot read",
    );
  });
});

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(await temporaryFolder(), "templates");
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe("templates", () => {
  test("of an operator replace the built-in ones", async () => {
    const text = "Subject: Neu: {{version}}\n\n{{changes}}\n{{unsubscribe_link}}\n";
    const PUBLISHER_MAIL_TEMPLATES = await folderWith({ "version-published.txt.hbs": text });
    const { code, out } = await runCommand({ PUBLISHER_MAIL_TEMPLATES }, "mails");
    expect(code).toBe(0);
    expect(out).toContain("\n\nSubject: Neu: 1.1\n\nBreaking (1)");
    // The mail without its own HTML template has no HTML.
    expect(out.match(/^--- HTML$/gm)?.length).toBe(1);
    for (const [name, { about, variables }] of Object.entries<MailDeclaration>(mailDeclarations)) {
      expect(out).toContain(`=== ${name}: ${about}\n`);
      for (const [variable, each] of Object.entries(variables))
        expect(out).toContain(`\n{{${variable}}}: ${each.about}\n`);
    }
  });

  test("are sent", async () => {
    const html = "<p>{{headline}}</p>{{changes}}{{unsubscribe_link}}";
    const templatesFolder = await folderWith({ "version-published.html.hbs": html });
    const { subscribe, publish, caught } = await startMailing({ mail: { templatesFolder } });
    await subscribe("ada@people.example");
    await publish({ document: shop("1.1", "orders") });
    await expect.poll(() => caught.length).toBe(2);
    const mail = await simpleParser(`${caught[1]?.source}`);
    expect(mail.html).toContain("<p>Shop 1.1: 1 breaking change</p><p>Released on");
    expect(mail.text).toContain("was published.");
  });

  test.each([
    ["version-published.txt.hbs", "Subject: A\n\nB", "must use {{unsubscribe_link}}"],
    ["subscription-requested.txt.hbs", "Subject: A\n\nB", "must use {{link}}"],
    ["version-published.html.hbs", "{{{changes}}}", "not escaped"],
    ["other.txt.hbs", "Subject: A\n\nB", "unknown template"],
  ])("are refused: %s with %j", async (name, text, fault) => {
    const PUBLISHER_MAIL_TEMPLATES = await folderWith({ [name]: text });
    const { code, err } = await runCommand({ PUBLISHER_MAIL_TEMPLATES }, "mails");
    expect([code, err]).toEqual([1, expect.stringContaining(fault)]);
  });

  test("have their variables in the operating page", async () => {
    const page = new URL("../../../docs/operating-publisher.md", import.meta.url);
    const text = await readFile(page, "utf8");
    for (const [name, declaration] of Object.entries<MailDeclaration>(mailDeclarations)) {
      const { about, variables } = declaration;
      const names = Object.keys(variables).map((one) => `\`${one}\``);
      expect(text).toContain(`\n| \`${name}\` | ${about} | ${names.join(", ")} |\n`);
    }
  });
});

test("commands list subscribers and erase an address", async () => {
  const folder = await temporaryFolder();
  const { subscribe, request, caught, publisher } = await startMailing({ folder });
  await subscribe("Ada@people.example");
  await request("grace@people.example");
  await expect.poll(() => caught.length).toBe(2);
  await publisher.close();
  const env = { PUBLISHER_DATA: folder, ...(await databaseVariables(folder)) };
  const listed = await runCommand(env, "subscriber", "list");
  expect(listed.out).toMatch(
    /^shop\tconfirmed\t\S+\tAda@people.example\nshop\tunconfirmed\t\S+\tgrace@people.example\n$/,
  );
  expect((await runCommand(env, "subscriber", "list", "--interface", "other")).out).toBe("");
  const erased = await runCommand(env, "subscriber", "erase", "ada@PEOPLE.example");
  expect([erased.code, erased.out]).toEqual([0, "erased 1 subscription\n"]);
  expect((await runCommand(env, "subscriber", "list")).out).toContain("grace@");
  expect((await runCommand(env, "subscriber", "list")).out).not.toContain("Ada@");
  for (const args of [[], ["erase"], ["list", "shop"]]) {
    expect((await runCommand(env, "subscriber", ...args)).code).toBe(2);
  }
});
