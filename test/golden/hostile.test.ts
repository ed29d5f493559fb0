// No text of a document becomes code or markup, whatever it contains and wherever it occurs.

import { execFile } from "node:child_process";
import { join } from "node:path";
import type { EmittedFile } from "@specwright/emit/print";
import { seededRandom } from "@specwright/runtime/testing";
import { compareCodePoints } from "@specwright/spec-loader";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { errorsOf, generateDocument } from "./generate-document.ts";
import { hostileAsyncapi } from "./hostile-asyncapi.ts";
import { hostileOpenapi } from "./hostile-openapi.ts";
import { hostileText, marker } from "./hostile-texts.ts";
import { rawMarkup } from "./raw-markup.ts";

const documents = 30;
const emit = ["types", "zod", "server", "client", "docs"];

interface Output {
  readonly folder: string;
  readonly files: readonly EmittedFile[];
}

const outputs: Output[] = [];
const refused: string[] = [];
let compiles = false;

beforeAll(async () => {
  for (let seed = 0; seed < documents; seed++) {
    const random = seededRandom(seed);
    const isStream = seed % 3 === 2;
    const document = isStream ? hostileAsyncapi(random) : hostileOpenapi(random);
    const name = hostileText(random).replace(/[/\0\ud800-\udfff]/g, "");
    // Without structural checks, even invalid names of components are accepted.
    const { files, diagnostics } = await generateDocument(
      { file: `/hostile/${name}.json`, text: JSON.stringify(document) },
      {
        emit,
        ...(seed % 4 === 3 && { zodTarget: "zod/mini" as const }),
        load: { validate: false, root: "/hostile" },
        stream: isStream,
      },
    );
    if (files.length > 0) outputs.push({ folder: String(seed), files });
    else refused.push(`${seed}: ${errorsOf(diagnostics)[0]}`);
  }
});

describe(`${documents} hostile documents`, () => {
  it("generate, nearly all of them", () => {
    // An empty message id cannot be named in a rule of a channel.
    expect(refused.length, refused.join("\n")).toBeLessThan(documents / 10);
    expect(refused.length).toBeLessThan(documents / 10);
  });

  it("give code that compiles and has no effect", { timeout: 400_000 }, async () => {
    const folder = await scratchFolder("hostile");
    const modules: string[] = [];
    for (const output of outputs) {
      for (const { path, content } of output.files.filter((file) => file.path.endsWith(".ts"))) {
        await writeInto(folder, `${output.folder}/${path}`, content);
        modules.push(`./${output.folder}/${path}`);
      }
    }
    await writeInto(folder, "import-all.mjs", importAll(modules.sort(compareCodePoints)));
    const [compiled, imported] = await Promise.all([
      compileFolder(folder),
      runModule(join(folder, "import-all.mjs")),
    ]);
    expect(compiled).toEqual([]);
    compiles = true;
    expect(imported).toBe(`imported ${modules.length}`);
  });

  it("give code without identifiers from their texts", () => {
    // The parser may hang on text that does not compile.
    expect(compiles).toBe(true);
    const found = outputs.flatMap(({ folder, files }) =>
      files
        .filter(({ path }) => path.endsWith(".ts"))
        .filter(({ content }) => identifiers(content).has(marker))
        .map(({ path }) => `${folder}/${path}`),
    );
    expect(found).toEqual([]);
  });

  it("give pages without markup from their texts", () => {
    const found = outputs.flatMap(({ folder, files }) =>
      files
        .filter(({ path }) => path.endsWith(".md"))
        .flatMap(({ path, content }) =>
          rawMarkup(content).map((text) => `${folder}/${path}: ${text}`),
        ),
    );
    expect(found.slice(0, 10)).toEqual([]);
  });
});

/** Creates a program that imports every module, uses its schemas, and reports changes. */
function importAll(modules: readonly string[]): string {
  return `// zod keeps its configuration on the global object.
import "zod";
const builtIns = () => [Object.prototype, Array.prototype, Function.prototype, globalThis].flatMap(Reflect.ownKeys);
const before = new Set(builtIns());
let count = 0;
for (const name of ${JSON.stringify(modules)}) {
  const module = await import(name);
  for (const value of Object.values(module)) {
    if (name.endsWith("/schemas.ts")) for (const sample of [{}, "", 1, null, [], { type: "a" }]) value.safeParse(sample);
    if (name.endsWith("/client.ts")) {
      const functions = typeof value === "function" ? [value] : Object.values(value);
      for (const each of functions) each({ call: () => {}, open: () => ({}), openFeed: () => ({}) });
    }
  }
  count++;
}
const added = builtIns().filter((key) => !before.has(key));
console.log(added.length === 0 ? "imported " + count : "text of a document ran: " + added.map(String));
`;
}

function runModule(path: string): Promise<string> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      ["--conditions=@specwright/source", "--disable-warning=ExperimentalWarning", path],
      (error, stdout, stderr) =>
        done(`${stdout}${error === null ? "" : `${error.code} ${stderr.slice(0, 1500)}`}`.trim()),
    );
  });
}

/** Lists the identifiers in code, without comments, strings and regular expressions. */
function identifiers(content: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("generated.ts", content, ts.ScriptTarget.Latest));
  return found;
}
