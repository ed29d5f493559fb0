// The scripts of package.json print their own results, without notices of the tools they call.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

function run(...command: readonly string[]): {
  readonly status: number | null;
  readonly text: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}` },
  });
  return { status, text: stdout + stderr };
}

describe("scripts/turbo.mjs", () => {
  it("turns telemetry off", () => {
    expect(run("scripts/turbo.mjs", "telemetry", "status").text).toContain("Disabled");
  });

  it("lists no packages and shows no notice", () => {
    const build = ["run", "build", "--filter=@specwright/streams", "--output-logs=errors-only"];
    const { status, text } = run("scripts/turbo.mjs", ...build);
    expect(text).not.toMatch(/packages in scope|telemetry|remote caching/i);
    expect(text).toContain("successful");
    expect(status).toBe(0);
  });

  it("fails if turbo fails", () => {
    expect(run("scripts/turbo.mjs", "run", "no-such-task").status).not.toBe(0);
  });
});

describe("scripts/run-quietly.mjs", () => {
  it("prints the message alone", () => {
    expect(run("scripts/run-quietly.mjs", "Looking.", "env")).toEqual({
      status: 0,
      text: "Looking.\n",
    });
  });

  it("prints each package that is built", () => {
    const { status, text } = run("scripts/run-quietly.mjs", "Building.", "build");
    expect(status, text).toBe(0);
    const lines = text.trimEnd().split("\n");
    expect(lines[1]).toMatch(/^built 1 of 20: @specwright\/\S+$/);
    expect(lines.at(-1)).toMatch(/^built 20 of 20: @specwright\/\S+$/);
  });

  it("prints the output of a script that fails", () => {
    const { status, text } = run("scripts/run-quietly.mjs", "Looking.", "no-such-script");
    expect(text).toMatch(/^Looking\.\nnpm run no-such-script failed:\n.*Missing script/s);
    expect(status).not.toBe(0);
  });
});
