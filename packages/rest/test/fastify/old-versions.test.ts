// The error for a Fastify that is too old for the adapter.

import { restRoutes } from "@specwright/rest/fastify";
import { fastify } from "fastify";
import { expect, it } from "vitest";
import { requireNewer } from "../../src/fastify/require-newer.ts";

it("an old Fastify is refused with the version to install", () => {
  expect(() => requireNewer(false, "5.3")).toThrow(
    "This Fastify is too old: install version 5.3 or newer, such as fastify@5.",
  );
  expect(() => requireNewer(true, "5.3")).not.toThrow();
});

it("routes are not added to an old Fastify", async () => {
  const old = new Proxy(fastify(), { has: (app, key) => key !== "getDecorator" && key in app });
  const added = restRoutes({ operations: [], handlers: {} })(old);
  await expect(added).rejects.toMatchObject({ code: "old_framework" });
});
