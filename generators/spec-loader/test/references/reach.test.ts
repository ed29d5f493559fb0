import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoadOptions, loadSpecification } from "@specwright/spec-loader";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openapi } from "../in-memory.ts";

const referTo = (reference: string) =>
  openapi(`components:\n  schemas:\n    A: { $ref: '${reference}' }\n`);

describe("files", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "spec-loader-"));
    await mkdir(join(folder, "specs/orders"), { recursive: true });
    await mkdir(join(folder, "outside"));
    await writeFile(join(folder, "outside/secret.yaml"), "type: object\n");
    await writeFile(join(folder, "specs/schema.yaml"), "type: object\n");
    await symlink(join(folder, "outside/secret.yaml"), join(folder, "specs/link.yaml"));
    await symlink(join(folder, "outside"), join(folder, "specs/folder"));
    await symlink(join(folder, "specs/schema.yaml"), join(folder, "specs/inner.yaml"));
  });
  afterAll(async () => await rm(folder, { recursive: true }));

  test.each([
    ["a file beside the entry's folder", "../schema.yaml", "specs", []],
    ["a link within the root", "../inner.yaml", "specs", []],
    ["the same without a root", "../schema.yaml", undefined, ["REF_OUTSIDE_ROOT"]],
    ["a link to a file outside", "../link.yaml", "specs", ["REF_OUTSIDE_ROOT"]],
    ["a file behind a linked folder", "../folder/secret.yaml", "specs", ["REF_OUTSIDE_ROOT"]],
    ["a link to a file inside a wider root", "../link.yaml", ".", []],
    ["a folder", "../../specs", "specs", ["FILE_UNREADABLE"]],
    ["an absolute path", "/etc/hostname", "specs", ["REF_OUTSIDE_ROOT"]],
    ["a file URL", "file:///etc/hostname", "specs", ["REF_OUTSIDE_ROOT"]],
    ["another host's file", "file://host/share", "specs", ["REF_INVALID"]],
    ["an unknown scheme", "ftp://example.com/a.yaml", "specs", ["REF_INVALID"]],
  ])("%s", async (_name, reference, root, want) => {
    const file = join(folder, "specs/orders/api.yaml");
    await writeFile(file, referTo(reference));
    const options = root === undefined ? {} : { root: join(folder, root) };
    const { diagnostics } = await loadSpecification(file, options);
    expect(diagnostics.map(({ code }) => code)).toEqual(want);
  });

  test.each([
    ["a file outside", "../schema.yaml", "../schema.yaml is outside the root folder"],
    ["a missing file", "none.yaml", "there is no file none.yaml"],
  ])("are reported once: %s", async (_name, path, reason) => {
    const file = join(folder, "specs/orders/api.yaml");
    const schemas = ["A", "B", "C"].map((name) => `    ${name}: { $ref: '${path}#/${name}' }\n`);
    await writeFile(file, openapi(`components:\n  schemas:\n${schemas.join("")}`));
    const { diagnostics } = await loadSpecification(file);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `${path}#/A: ${reason} (2 more references to this file)`,
    ]);
  });

  test("cannot be a folder", async () => {
    const { diagnostics } = await loadSpecification(join(folder, "specs"));
    expect(diagnostics.map(({ message }) => message)).toEqual(["specs is a folder"]);
  });

  test("are named relative to the entry's folder", async () => {
    const file = join(folder, "specs/orders/api.yaml");
    await writeFile(file, referTo("../schema.yaml"));
    const { specification } = await loadSpecification(file, { root: folder });
    expect([...(specification?.files.keys() ?? [])]).toEqual(["api.yaml", "../schema.yaml"]);
  });
});

describe("remote files", () => {
  const bodies: Readonly<Record<string, string>> = {
    "https://example.com/schemas/a.yaml": "items: { $ref: b.yaml }",
    "https://example.com/schemas/b.yaml": "type: string",
    "https://example.com/schemasque.yaml": "type: string",
    "https://other.example/c.yaml": "type: string",
    "https://example.com/schemas/local.yaml": "items: { $ref: 'file:///work/api.yaml' }",
  };
  const fetched: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    fetched.push(url);
    if (url.endsWith("/moved.yaml")) {
      return new Response(null, {
        status: 302,
        headers: { location: "https://other.example/c.yaml" },
      });
    }
    const body = bodies[url];
    return body === undefined ? new Response("no", { status: 404 }) : new Response(body);
  };

  test.each<[string, string, LoadOptions["allowRemote"], readonly string[], number]>([
    [
      "are refused unless allowed",
      "https://example.com/schemas/a.yaml",
      undefined,
      ["REF_REMOTE"],
      0,
    ],
    ["are loaded when allowed", "https://example.com/schemas/a.yaml", true, [], 2],
    [
      "are loaded under an allowed address",
      "https://example.com/schemas/a.yaml",
      ["https://example.com/schemas"],
      [],
      2,
    ],
    [
      "are refused beside it",
      "https://example.com/schemasque.yaml",
      ["https://example.com/schemas"],
      ["REF_REMOTE"],
      0,
    ],
    [
      "are refused on another host",
      "https://example.com.other.example/a.yaml",
      ["https://example.com"],
      ["REF_REMOTE"],
      0,
    ],
    [
      "may not redirect to what is not allowed",
      "https://example.com/moved.yaml",
      ["https://example.com"],
      ["REF_REMOTE"],
      1,
    ],
    ["may redirect to what is allowed", "https://example.com/moved.yaml", true, [], 2],
    ["must exist", "https://example.com/none.yaml", true, ["FILE_UNREADABLE"], 1],
    [
      "that are too large are refused",
      "https://example.com/schemas/b.yaml",
      true,
      ["FILE_TOO_LARGE"],
      1,
    ],
  ])("%s", async (name, reference, allowRemote, want, count) => {
    fetched.length = 0;
    const { diagnostics } = await loadSpecification(
      { file: "/work/api.yaml", text: referTo(reference) },
      {
        ...(allowRemote === undefined ? {} : { allowRemote }),
        fetch,
        ...(name.includes("large") ? { maxFileBytes: 11 } : {}),
      },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(want);
    expect(fetched).toHaveLength(count);
  });

  test("may not reach local files", async () => {
    const { diagnostics } = await loadSpecification(
      {
        file: "https://example.com/api.yaml",
        text: referTo("https://example.com/schemas/local.yaml"),
      },
      { allowRemote: true, fetch },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["REF_OUTSIDE_ROOT"]);
  });
});
