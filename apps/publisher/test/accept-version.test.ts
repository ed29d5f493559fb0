import { expect, test } from "vitest";
import { acceptVersion, type VersionRequest } from "../src/versions/accept-version.ts";
import { addInterface, openServices } from "./test-services.ts";

function request(text: string, more: Partial<VersionRequest> = {}): VersionRequest {
  const document = { path: "a.yaml", files: [{ path: "a.yaml", text }], format: null };
  const release = { title: null, notes: null };
  return { interface: "shop", branch: "main", document, commit: null, release, ...more };
}

test("nothing is accepted for an unknown interface", async () => {
  const services = await openServices();
  expect(await acceptVersion(services, request("a"))).toEqual({ kind: "no_interface" });
});

test("the same content as the newest of the branch is not accepted twice", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  const first = await acceptVersion(services, request("a"));
  expect(first).toEqual({ kind: "accepted", id: expect.any(String) });
  const { id } = first as { readonly id: string };
  expect(await acceptVersion(services, request("a"))).toEqual({ kind: "processing", id });
  expect(await acceptVersion(services, request("b"))).toMatchObject({ kind: "accepted" });
  expect(await acceptVersion(services, request("a"))).toMatchObject({ kind: "accepted" });
  const elsewhere = await acceptVersion(services, request("a", { branch: "next" }));
  expect(elsewhere).toMatchObject({ kind: "accepted" });
});

test("the name of a document of one file is not part of its content", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  const first = await acceptVersion(services, request("a"));
  const files = [{ path: "b.yaml", text: "a" }];
  const document = { path: "b.yaml", files, format: null };
  const { id } = first as { readonly id: string };
  expect(await acceptVersion(services, request("", { document }))).toEqual({
    kind: "processing",
    id,
  });
});

test("requests with the same content at once are accepted once", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  const all = await Promise.all(
    Array.from({ length: 10 }, () => acceptVersion(services, request("a"))),
  );
  expect(all.map(({ kind }) => kind).toSorted()).toEqual([
    "accepted",
    ...Array.from({ length: 9 }, () => "processing"),
  ]);
});

test("an older job does not publish behind a newer one", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  const first = await acceptVersion(services, request("a", { expectedPrevious: null }));
  const { id } = first as { readonly id: string };
  const late = await acceptVersion(services, request("b", { expectedPrevious: null }));
  expect(late).toEqual({ kind: "previous_mismatch", newestId: id });
  // Sending an accepted version again is harmless.
  const again = await acceptVersion(services, request("a", { expectedPrevious: null }));
  expect(again).toEqual({ kind: "processing", id });
  const next = await acceptVersion(services, request("b", { expectedPrevious: id }));
  expect(next).toMatchObject({ kind: "accepted" });
});

test("two files with each other's content are another content", async () => {
  const services = await openServices();
  await addInterface(services, "shop");
  const document = (one: string, other: string) => ({
    ...{ path: "a.yaml", format: null },
    files: [
      { path: "a.yaml", text: one },
      { path: "b.yaml", text: other },
    ],
  });
  await acceptVersion(services, request("", { document: document("x", "y") }));
  const swapped = await acceptVersion(services, request("", { document: document("y", "x") }));
  expect(swapped).toMatchObject({ kind: "accepted" });
});
