import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { InitWorld } from "../src/init/init-world.ts";
import { offerPackages, optionalVersions } from "../src/project/offer-packages.ts";
import { folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

describe("offerPackages", () => {
  const pnpm = { "package.json": "{}", "pnpm-lock.yaml": "" };
  const added = "pnpm add -D ts-morph@28";

  it.each([
    { why: "installs what is accepted", answer: "yes", code: 0, want: { ran: [added] } },
    { why: "leaves out what is declined", answer: "no", code: 0, want: { ran: [] } },
    { why: "takes a cancelled question as no", answer: undefined, code: 0, want: { ran: [] } },
    { why: "asks nobody else", isInteractive: false, answer: "yes", code: 0, want: { ran: [] } },
    { why: "asks for nothing present", present: true, answer: "yes", code: 0, want: { ran: [] } },
    {
      why: "says which command failed",
      answer: "yes",
      code: 1,
      want: { ran: [added], error: { code: "install_failed", fix: expect.stringMatching(added) } },
    },
  ])("$why", async ({ answer, code, isInteractive = true, present = false, want }) => {
    const folder = await folderOf(pnpm);
    const ran: string[] = [];
    const world: InitWorld = {
      isInteractive,
      choose: async (_, choices) => choices.find(({ value }) => value === answer)?.value,
      runProgram: async (program, args, where) => {
        expect(where).toBe(folder);
        ran.push([program, ...args].join(" "));
        return code;
      },
    };
    const terminal = { folder, out: () => {}, err: () => {}, status: () => {} };
    const load = (): unknown => (present ? {} : undefined);
    const error = await offerPackages(terminal, ["ts-morph"], world, load).catch(
      (thrown: unknown) => thrown,
    );
    expect({ ran, error }).toMatchObject(want);
  });

  it("offers the versions that the tests use", () => {
    const used = ["emit-kit", "emit-types"].map((name) => {
      const path = join(import.meta.dirname, "../..", name, "package.json");
      return JSON.parse(readFileSync(path, "utf8")) as {
        readonly devDependencies: Readonly<Record<string, string>>;
      };
    });
    for (const [name, major] of Object.entries(optionalVersions)) {
      const versions = used.flatMap(({ devDependencies }) => devDependencies[name] ?? []);
      expect(versions.map((version) => version.split(".")[0])).toEqual([major]);
    }
  });
});
