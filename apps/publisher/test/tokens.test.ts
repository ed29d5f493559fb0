import { issueToken, type TokenRights } from "@specwright/publisher";
import { expect, test } from "vitest";
import { mayUse, verifyToken } from "../src/tokens/verify-token.ts";
import { addInterface, openServices } from "./test-services.ts";

test("a token is known until it is revoked, and its text is not stored", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  const order = { label: "ci", rights: "publish", interface: "shop" } as const;
  const { text, stored } = await issueToken(services, order);
  const { tokens } = services.storage.committed;
  const caller = { prefix: stored.prefix, rights: "publish", interface: "shop" };
  expect(await verifyToken(tokens, text)).toEqual(caller);
  expect(JSON.stringify(await tokens.list())).not.toContain(text);
  expect(await verifyToken(tokens, `${text.slice(0, -1)}_`)).toBeUndefined();
  expect(await verifyToken(tokens, "")).toBeUndefined();
  const revoke = () => services.storage.transaction((all) => all.tokens.revoke(stored.prefix, 1));
  expect([await revoke(), await revoke()]).toEqual([true, false]);
  expect(await verifyToken(tokens, text)).toBeUndefined();
});

test("a token is not issued for an unknown interface", async () => {
  const services = await openServices();
  const order = { label: "ci", rights: "read", interface: "shop" } as const;
  await expect(issueToken(services, order)).rejects.toMatchObject({ code: "foreign_key" });
});

type Case = readonly [TokenRights, string | null, TokenRights, string | null, boolean];
const cases: readonly Case[] = [
  ["read", null, "read", "shop", true],
  ["read", null, "publish", "shop", false],
  ["publish", "shop", "read", "shop", true],
  ["publish", "shop", "publish", "shop", true],
  ["publish", "shop", "publish", "bank", false],
  ["publish", "shop", "admin", "shop", false],
  ["admin", "shop", "admin", null, false],
  ["admin", null, "admin", null, true],
];

test.each(cases)("%s of %s may %s %s: %s", (rights, own, wanted, name, want) => {
  expect(mayUse({ prefix: "x", rights, interface: own }, wanted, name)).toBe(want);
});
