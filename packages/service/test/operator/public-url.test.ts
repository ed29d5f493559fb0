import { publicUrl, variableReader } from "@specwright/service/operator";
import { expect, test } from "vitest";

const rows: readonly (readonly [
  text: string,
  want: string | undefined,
  alsoWithPrefix?: string,
])[] = [
  ["https://example.com", "https://example.com"],
  ["https://example.com/contracts//", "https://example.com/contracts"],
  ["http://localhost:4000/", "http://localhost:4000"],
  ["https://example.com/v1", undefined, "https://example.com/v1"],
  ["https://example.com/contracts/v1/", undefined, "https://example.com/contracts/v1"],
  ["https://example.com/v10", "https://example.com/v10"],
  ["https://example.com/?a=b", undefined],
  ["https://example.com/#a", undefined],
  ["https://me:secret@example.com", undefined],
  ["ftp://example.com", undefined],
  ["example.com", undefined],
];
test.each(rows)("%s", (text, want, withPrefix = want) => {
  const { read } = variableReader({ SHOP_PUBLIC_URL: text });
  expect(read(publicUrl("SHOP_PUBLIC_URL", { without: "/v1" }))).toBe(want);
  expect(read(publicUrl("SHOP_PUBLIC_URL"))).toBe(withPrefix);
});

test("a refusal says what to leave out", () => {
  const { read, faults } = variableReader({ SHOP_PUBLIC_URL: "https://example.com/v1" });
  read(publicUrl("SHOP_PUBLIC_URL", { without: "/v1" }));
  expect(faults("SHOP_")).toEqual([
    'SHOP_PUBLIC_URL must be an https:// or http:// URL without user, query and fragment, without /v1 at its end, which the service adds, not "https://example.com/v1"',
  ]);
});
