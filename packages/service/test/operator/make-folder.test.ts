import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderFault, makeFolder } from "@specwright/service/operator";
import { expect, onTestFinished, test } from "vitest";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "specwright-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("creates a folder and its parents once, for its owner alone", () => {
  const folder = join(temporaryFolder(), "a/b/c");
  for (const _ of [1, 2]) makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

// A recursive mkdir of Node never returns below /proc.
test.each(["/proc/data", "/proc/data/deep/down", "/dev/null/data", ""])(
  "a folder that cannot be is refused with its setting: %j",
  (folder) => {
    expect(folderFault("SHOP_DATA", folder)).toMatch(
      /^SHOP_DATA must be a writable folder, not ".*": E[A-Z]+: /,
    );
  },
);

test("a file is not a folder", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(folderFault("SHOP_DATA", file)).toMatch(/EEXIST/);
  expect(folderFault("SHOP_DATA", join(file, "deep"))).toMatch(/ENOTDIR/);
});
