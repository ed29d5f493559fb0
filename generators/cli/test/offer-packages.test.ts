import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { builtInEmitters } from "../src/generate/built-in-emitters.ts";
import type { InitWorld } from "../src/init/init-world.ts";
import { editorPackage, offerPackages } from "../src/init/offer-packages.ts";
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
      ask: async (_, proposed) => proposed,
      runProgram: async (program, args, where) => {
        expect(where).toBe(folder);
        ran.push([program, ...args].join(" "));
        return code;
      },
    };
    const terminal = { folder, out: () => {}, err: () => {}, status: () => {} };
    const load = (): unknown => (present ? {} : undefined);
    const error = await offerPackages(terminal, [editorPackage], world, load).catch(
      (thrown: unknown) => thrown,
    );
    expect({ ran, error }).toMatchObject(want);
  });

  it("asks by name, and also offers a package without a version", async () => {
    const folder = await folderOf(pnpm);
    const asked: string[] = [];
    const loaded: string[] = [];
    const world: InitWorld = {
      isInteractive: true,
      choose: async (question, choices) => {
        asked.push(question);
        return choices.find(({ value }) => value === "no")?.value;
      },
      ask: async (_, proposed) => proposed,
      runProgram: async () => 0,
    };
    const terminal = { folder, out: () => {}, err: () => {}, status: () => {} };
    await offerPackages(terminal, ["@a/b@1.2.3", "@a/c", "@a/c"], world, (name) => {
      loaded.push(name);
      return undefined;
    });
    expect(loaded).toEqual(["@a/b", "@a/c"]);
    expect(asked).toEqual([
      "@a/b is needed, but not installed. Install @a/b@1.2.3 with pnpm now?",
      "@a/c is needed, but not installed. Install @a/c with pnpm now?",
    ]);
  });

  it("offers the version of ts-morph that the tests use", () => {
    const path = join(import.meta.dirname, "../../emit/package.json");
    const { devDependencies } = JSON.parse(readFileSync(path, "utf8")) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    expect(editorPackage).toBe(`ts-morph@${devDependencies["ts-morph"]?.split(".")[0]}`);
  });

  it("offers no compiler for `--paths` if TypeScript 5 is installed, as here", () => {
    const [emitter] = builtInEmitters(["types"], { paths: true });
    expect(emitter?.packages).toBeUndefined();
  });
});
