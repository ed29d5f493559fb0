// The command `specwright-publisher`.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runCommand } from "./run-command.ts";
import { databaseVariables, temporaryFolder } from "./test-services.ts";

const main = new URL("../src/main.ts", import.meta.url);

/** Returns a function that runs commands on one database. */
async function command() {
  const folder = await temporaryFolder();
  const env = { PUBLISHER_DATA: folder, ...(await databaseVariables(folder)) };
  return (...args: readonly string[]) => runCommand(env, ...args);
}

test.each(["help", "--help", "-h"])("%s lists the commands", async (flag) => {
  const run = await command();
  const { code, out } = await run(flag);
  expect([code, out]).toEqual([0, expect.stringContaining("specwright-publisher serve")]);
});

test.each([
  [["token", "--help"], "token revoke PREFIX"],
  [["interface", "create", "--help"], "interface create NAME"],
  [["webhook", "add", "-h"], "webhook add URL"],
  [["serve", "--help"], "serve pages and API"],
  [["--version"], "1.2.3"],
])("%j prints a text and runs nothing", async (args, words) => {
  const run = await command();
  const { code, out, err } = await run(...args);
  expect([code, out, err]).toEqual([0, expect.stringContaining(words), ""]);
});

test.each([
  [["sreve"], "unknown command sreve"],
  [["serve", "--port", "1"], "serve takes no --port"],
  [["interface"], "usage: interface create NAME, or interface list"],
  [["interface", "create"], "usage: interface create NAME"],
  [["interface", "create", "Shop!"], "Shop! is not a valid interface name"],
  [["interface", "create", "shop", "--colour", "red"], "colour"],
  [
    ["interface", "create", "shop", "--visibility", "secret"],
    '--visibility "secret" is invalid: Expected one of',
  ],
  [["interface", "create", "shop", "--home", "nowhere"], '--home "nowhere" is invalid: '],
  [["interface", "create", "shop", "--title", ""], '--title "" is invalid: '],
  [["token", "issue"], "usage: token issue LABEL"],
  [["token", "issue", "ci", "--rights", "all"], "--rights must be one of read, publish, admin"],
  [["token", "burn"], "usage: token issue LABEL, token list, or token revoke PREFIX"],
  [["webhook"], "usage: webhook add URL --interface NAME, webhook list, or webhook remove ID"],
  [["webhook", "add"], "usage: webhook add URL --interface NAME"],
  [["webhook", "add", "https://example.com/"], "webhook add requires --interface"],
  [["webhook", "add", "http://example.com/", "--interface", "shop"], "Is not an https URL."],
  [["webhook", "list", "shop"], "webhook list takes no arguments"],
  [["webhook", "remove"], "usage: webhook remove ID"],
  [["seed", "a.json", "b.json"], "seed takes at most one file"],
])("an invalid command line ends with 2: %j", async (args, message) => {
  const run = await command();
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
  expect(err).toContain("specwright-publisher --help");
});

test("interfaces are created and listed", async () => {
  const run = await command();
  expect(await run("interface", "create", "shop", "--title", "Our shop")).toMatchObject({
    code: 0,
    out: "created shop\n",
  });
  expect(await run("interface", "create", "shop", "--title", "The shop")).toMatchObject({
    out: "changed shop\n",
  });
  expect(await run("interface", "list")).toMatchObject({ code: 0, out: "shop\tThe shop\n" });
});

test("commands that are the first on a database, all at once, share it", async () => {
  const folder = await temporaryFolder();
  const env = { PUBLISHER_DATA: folder, ...(await databaseVariables(folder)) };
  const run = async (...args: readonly string[]): Promise<string> => {
    const options = ["--conditions=@specwright/source", fileURLToPath(main), ...args];
    return (await promisify(execFile)(process.execPath, options, { env, timeout: 60_000 })).stdout;
  };
  const names = ["a", "b", "c"];
  const [issued, ...created] = await Promise.all([
    run("token", "issue", "ci"),
    ...names.map((name) => run("interface", "create", name)),
  ]);
  expect(issued).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
  expect(created).toEqual(names.map((name) => `created ${name}\n`));
  expect(await run("interface", "list")).toBe("a\ta\nb\tb\nc\tc\n");
});

test("tokens are issued, listed without their secret parts, and revoked", async () => {
  const run = await command();
  await run("interface", "create", "shop");
  const issued = await run("token", "issue", "ci", "--interface", "shop");
  expect(issued).toMatchObject({ code: 0, out: expect.stringMatching(/^[A-Za-z0-9_-]{43}\n$/) });
  const prefix = issued.out.slice(0, 8);
  expect((await run("token", "list")).out).toBe(`${prefix}\tpublish\tshop\tci\n`);
  expect(await run("token", "revoke", prefix)).toMatchObject({ out: `revoked ${prefix}\n` });
  expect(await run("token", "revoke", prefix)).toMatchObject({ code: 1 });
  expect((await run("token", "list")).out).toContain("\trevoked ");
  expect(await run("token", "issue", "ci", "--interface", "none")).toMatchObject({
    code: 1,
    err: expect.stringContaining("unknown interface none"),
  });
});

test("webhooks are added, listed without their secrets, and removed", async () => {
  const run = await command();
  const url = "https://example.com/hook";
  expect(await run("webhook", "add", url, "--interface", "shop")).toMatchObject({
    code: 1,
    err: expect.stringContaining("unknown interface shop"),
  });
  await run("interface", "create", "shop");
  const added = await run("webhook", "add", url, "--interface", "shop", "--branch", "next");
  const [id = ""] = added.out.split("\t");
  expect([added.code, added.out]).toEqual([
    0,
    expect.stringMatching(/^[0-9a-f-]{36}\twhsec_.+\n$/),
  ]);
  expect(await run("webhook", "list")).toMatchObject({
    out: `${id}\tenabled\tshop\tnext\t${url}\n`,
  });
  expect(await run("webhook", "remove", id)).toMatchObject({ out: `removed ${id}\n` });
  expect(await run("webhook", "remove", id)).toMatchObject({ code: 1 });
  expect((await run("webhook", "list")).out).toBe("");
});

test("a command ends if the database does not answer", async () => {
  const env = {
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    PUBLISHER_DATABASE_TIMEOUT_SECONDS: "1",
  };
  const { code, err } = await runCommand(env, "token", "list");
  expect([code, err]).toEqual([
    1,
    "database_unusable: the database in DATABASE_URL did not respond within 1000 ms\n",
  ]);
});

test("a wrong setting is named", async () => {
  const settings = {
    PUBLISHER_PORT: "x",
    PUBLISHER_COLOUR: "red",
    PUBLISHER_PUBLIC_URL: "https://example.com/v1/",
  };
  const { code, err } = await runCommand(settings, "interface", "list");
  expect(code).toBe(1);
  expect(err).toContain("PUBLISHER_PORT");
  expect(err).toContain("PUBLISHER_COLOUR");
  expect(err).toContain("without /v1 at its end");
});
