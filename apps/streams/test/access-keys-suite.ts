import { expect, it } from "vitest";
import type { AccessKeys } from "../src/keys/access-keys.ts";

/** A clock that is set by hand. */
export interface FixedClock {
  now(): number;
}

const secretKey = "00112233445566778899aabbccddeeff".repeat(2);

/** The tests for every store of access keys. */
export function accessKeysSuite(open: (clock: FixedClock) => Promise<AccessKeys>): void {
  it("are found, expire and are revoked", async () => {
    let nowMs = 1_000;
    const keys = await open({ now: () => nowMs });
    await keys.add({ accessKey: "a", secretKey: secretKey.toUpperCase(), brokerId: "B" });
    const again = { accessKey: "a", secretKey, brokerId: "B" };
    await expect(keys.add(again)).rejects.toThrow("the access key a already exists");
    await expect(keys.add({ ...again, accessKey: "b b" })).rejects.toThrow("malformed");
    expect(await keys.lookup("a")).toEqual({ secretKey, brokerId: "B" });
    expect(await keys.lookup("none")).toBeUndefined();
    expect(await keys.ended(["a", "none"])).toEqual(["none"]);
    expect(await keys.expire("a", 2_000)).toBe(true);
    expect(await keys.lookup("a")).not.toHaveProperty("revoked");
    nowMs = 2_000;
    expect(await keys.lookup("a")).toMatchObject({ revoked: true });
    expect(await keys.ended(["a"])).toEqual(["a"]);
    expect(await keys.expire("a", 9_000)).toBe(true);
    expect(await keys.ended(["a"])).toEqual([]);
    expect(await keys.revoke("a")).toBe(true);
    expect(await keys.revoke("none")).toBe(false);
    // A second revocation does not change the time of the first.
    nowMs = 3_000;
    expect(await keys.revoke("a")).toBe(true);
    expect(await keys.lookup("a")).toMatchObject({ revoked: true });
    expect(await keys.ended(["a"])).toEqual(["a"]);
    expect(await keys.list()).toEqual([
      { accessKey: "a", brokerId: "B", createdMs: 1_000, expiresMs: 9_000, revokedMs: 2_000 },
    ]);
    expect(JSON.stringify(await keys.list())).not.toContain(secretKey);
    await keys.close();
  });
}
