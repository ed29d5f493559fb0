import { packageVersion, programAnswer } from "@specwright/service/operator";
import { expect, test } from "vitest";

const help = `shop: sells things

  shop open [--at TIME]   open the shop;
                          this is what it does without a command
  shop staff add NAME     employ somebody
  shop staff list         list who is employed
  shop help               print this

Settings are variables.
`;

const staff = `shop: sells things

  shop staff add NAME     employ somebody
  shop staff list         list who is employed

Settings are variables.
`;

const rows: readonly (readonly [readonly string[], string | undefined])[] = [
  [["help"], help],
  [["--help"], help],
  [["-h"], help],
  [["help", "staff"], staff],
  [["staff", "--help"], staff],
  [["staff", "add", "-h"], staff],
  [["open", "--at", "9", "--help"], expect.stringMatching(/without a command\n\nSettings/)],
  [["close", "--help"], help],
  [["--version"], "1.2.3\n"],
  [["-V"], "1.2.3\n"],
  [[], undefined],
  [["staff", "add", "helper"], undefined],
  [["open", "--at", "9"], undefined],
];
test.each(rows)("%j", (args, want) => {
  expect(programAnswer(args, help, () => "1.2.3")).toEqual(want);
});

test("the version of a package is read from its manifest", () => {
  expect(packageVersion(new URL("../../package.json", import.meta.url))).toBe("0.0.0");
});
