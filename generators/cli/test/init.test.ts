import { join } from "node:path";
import { run } from "@specwright/cli/api";
import { afterAll, describe, expect, it } from "vitest";
import { filesIn, folderOf, removeFolders, shop } from "./run-command.ts";

afterAll(removeFolders);

const chat = "asyncapi: 3.0.0\ninfo: { title: Chat, version: '1' }\n";
const feed = `${chat}
channels:
  market:
    address: /market
    messages: { trade: { payload: { type: object } } }
    x-envelope: { version: 1, match: [{ message: trade, where: {} }] }
    x-subscription:
      version: 1
      topics: { trades: { subscribe: { say: trades }, messages: [trade], where: {} } }
`;

interface Init {
  /** The answers to the questions; `undefined` cancels one. Without answers, the run is not interactive. */
  readonly answers?: readonly (string | undefined)[];
  /** The exit code of the package manager. */
  readonly exitCode?: number;
}

/** Runs `init` in a folder with these files; returns its files, questions and commands. */
async function init(
  files: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  { answers, exitCode = 0 }: Init = {},
) {
  const folder = await folderOf({ "package.json": "{}", ...files });
  const lines: string[] = [];
  const programs: string[] = [];
  const asked: string[] = [];
  const code = await run(
    ["init", ...flags],
    { folder, out: () => {}, err: (line) => void lines.push(line), status: () => {} },
    {
      version: "1.2.3",
      initWorld: {
        isInteractive: answers !== undefined,
        async choose(question, choices) {
          const answer = answers?.[asked.push(question) - 1];
          return choices.find(({ value }) => value === answer)?.value;
        },
        async ask(question, proposed) {
          const index = asked.push(question) - 1;
          return answers !== undefined && index in answers ? answers[index] : proposed;
        },
        async runProgram(program, args) {
          programs.push([program, ...args].join(" "));
          return exitCode;
        },
      },
    },
  );
  const written = await filesIn(folder);
  const config = written["specwright.config.ts"] ?? written["specwright.config.mts"];
  return { code, folder, written, config, programs, asked, err: lines.join("\n") };
}

const runtime = "@specwright/runtime@1.2.3";

it("init accepts an absolute path", async () => {
  const other = await folderOf({ "a.yaml": shop });
  const { code, config } = await init({}, ["--input", join(other, "a.yaml")]);
  expect([code, config]).toEqual([0, expect.stringContaining(join(other, "a.yaml"))]);
});

describe("init adds the packages that the generated code needs", () => {
  it.each([
    [
      "of both sides",
      { "a.yaml": shop },
      [],
      [`npm install ${runtime} @specwright/rest@1.2.3`, "npm install -D typescript @types/node"],
    ],
    [
      "of a client",
      { "a.yaml": shop },
      ["--for", "client"],
      [`npm install ${runtime} @specwright/rest@1.2.3`, "npm install -D typescript"],
    ],
    [
      "of a server of channels",
      { "a.yaml": chat },
      ["--for", "server"],
      [`npm install ${runtime} @specwright/streams@1.2.3`, "npm install -D typescript @types/node"],
    ],
    [
      "of a feed",
      { "a.yaml": feed },
      ["--for", "both"],
      [`npm install ${runtime} @specwright/streams@1.2.3`, "npm install -D typescript @types/node"],
    ],
    [
      "of two documents, but for what is there",
      {
        "a.yaml": shop,
        "b.yaml": chat,
        "package.json":
          '{"dependencies":{"@specwright/runtime":"1"},"devDependencies":{"typescript":"5"}}',
      },
      ["--for", "client"],
      ["npm install @specwright/rest@1.2.3 @specwright/streams@1.2.3"],
    ],
    [
      "of a server in Hono",
      { "a.yaml": shop },
      ["--for", "server", "--framework", "hono"],
      [
        `npm install ${runtime} @specwright/rest@1.2.3 hono@4 @hono/node-server@2`,
        "npm install -D typescript @types/node",
      ],
    ],
    [
      "of a server in Fastify",
      { "a.yaml": shop },
      ["--for", "server", "--framework", "fastify"],
      [
        `npm install ${runtime} @specwright/rest@1.2.3 fastify@5`,
        "npm install -D typescript @types/node",
      ],
    ],
    [
      "of a server in the framework that the project uses",
      { "a.yaml": shop, "package.json": '{"dependencies":{"express":"^5.1.0"}}' },
      ["--for", "server"],
      [
        `npm install ${runtime} @specwright/rest@1.2.3`,
        "npm install -D typescript @types/node @types/express@5",
      ],
    ],
    [
      "with pnpm",
      { "a.yaml": shop, "pnpm-lock.yaml": "" },
      ["--for", "client"],
      [`pnpm add ${runtime} @specwright/rest@1.2.3`, "pnpm add -D typescript"],
    ],
    [
      "with yarn",
      { "a.yaml": shop, "yarn.lock": "" },
      ["--for", "client"],
      [`yarn add ${runtime} @specwright/rest@1.2.3`, "yarn add -D typescript"],
    ],
  ])("%s", async (_name, files, flags, want) => {
    const { code, programs } = await init(files, flags);
    expect([code, programs]).toEqual([0, want]);
  });

  it("unless it is disabled", async () => {
    const { programs, err } = await init({ "a.yaml": shop }, ["--for", "client", "--no-install"]);
    expect(programs).toEqual([]);
    expect(err).toContain(`Next: npm install ${runtime} @specwright/rest@1.2.3`);
  });

  it.each([
    [1, "npm ended with exit code 1."],
    [127, "npm is not installed."],
  ])("and names the command to run if it ends with %i", async (exitCode, want) => {
    const { code, err } = await init({ "a.yaml": shop }, [], { exitCode });
    expect(code).toBe(1);
    expect(err).toContain(`error install_failed: ${want}`);
    expect(err).toContain(`then run: npm install ${runtime}`);
  });
});

describe("init writes", () => {
  it.each([
    ["module", "specwright.config.ts", true],
    ["commonjs", "specwright.config.mts", undefined],
  ])("files for a package of type %s", async (type, name, verbatim) => {
    const { written } = await init({ "a.yaml": shop, "package.json": JSON.stringify({ type }) });
    expect(Object.keys(written).sort()).toEqual(["a.yaml", "package.json", name, "tsconfig.json"]);
    const { compilerOptions, include } = JSON.parse(written["tsconfig.json"] ?? "");
    expect([compilerOptions.verbatimModuleSyntax, compilerOptions.types]).toEqual([
      verbatim,
      ["node"],
    ]);
    expect([compilerOptions.rootDir, include]).toEqual(["src", ["src"]]);
  });

  it("a tsconfig that includes an output outside of src", async () => {
    const { written } = await init({ "a.yaml": shop }, ["--output", "gen"]);
    const { compilerOptions, include } = JSON.parse(written["tsconfig.json"] ?? "");
    expect([compilerOptions.rootDir, include]).toEqual([undefined, undefined]);
  });

  it.each([
    ["JavaScript alone", { "server.js": "" }, false],
    ["JavaScript in src", { "src/main.mjs": "" }, false],
    ["the configuration of Deno", { "deno.json": "{}", "main.ts": "" }, false],
    ["the configuration of an editor for JavaScript", { "jsconfig.json": "{}" }, false],
    ["TypeScript", { "src/main.ts": "", "old.js": "" }, true],
    [
      "the compiler",
      { "main.js": "", "package.json": '{"devDependencies":{"typescript":"5"}}' },
      true,
    ],
    ["nothing but the configuration of a tool", { "eslint.config.mjs": "" }, true],
  ])(
    "32.4 a tsconfig, and the compiler, where they are needed: %s",
    async (_, files, isCompiled) => {
      const { written, programs } = await init({ "a.yaml": shop, ...files }, ["--for", "client"]);
      expect("tsconfig.json" in written).toBe(isCompiled);
      const isThere = "package.json" in files;
      expect(programs.some((line) => line.includes("typescript"))).toBe(isCompiled && !isThere);
    },
  );

  it("no tsconfig over an existing one, even a broken one", async () => {
    const { written } = await init({ "a.yaml": shop, "tsconfig.json": "{ what" });
    expect(written["tsconfig.json"]).toBe("{ what");
  });

  it.each([
    ["one document", { "a.yaml": shop }, [], ['output: "src/gen"']],
    [
      "several by the names of their folders",
      { "shop/openapi.yaml": shop, "chat/asyncapi.yaml": chat },
      [],
      ['output: "src/gen/chat"', 'output: "src/gen/shop"'],
    ],
    ["a chosen folder", { "a.yaml": shop }, ["--output", "gen"], ['output: "gen"']],
    [
      "a folder for each of several",
      { "a.yaml": shop, "b.yaml": chat },
      ["--output", "gen"],
      ['output: "gen/a"', 'output: "gen/b"'],
    ],
    [
      "a folder for each of one name",
      { "x/a.yaml": shop, "y/a.yaml": chat },
      [],
      ['output: "src/gen/x/a"', 'output: "src/gen/y/a"'],
    ],
  ])("a configuration for %s", async (_name, files, flags, want) => {
    const { config } = await init(files, flags);
    expect(config?.match(/output: "[^"]*"/g)).toEqual(want);
  });

  it.each(["{bad", "[]]", "5"])("nothing if package.json is %s", async (manifest) => {
    const files = { "a.yaml": shop, "package.json": manifest };
    const { code, err, written, programs } = await init(files);
    expect([code, Object.keys(written).sort(), programs]).toEqual([1, Object.keys(files), []]);
    expect(err).toMatch(/^error config_invalid: \S+package\.json is not valid JSON\.\n {2}Fix the/);
    expect(err).not.toContain("CommonJS");
  });

  it("files for a package.json with a byte order mark", async () => {
    const files = { "a.yaml": shop, "package.json": '\uFEFF{"type":"module"}' };
    expect(Object.keys((await init(files)).written)).toContain("specwright.config.ts");
  });

  it.each([
    ["invalid YAML", "openapi: 3.1.0\n  info: ["],
    ["a broken reference", shop.replace("#/components/schemas/Order", "none.yaml")],
    ["an invalid channel", `${chat}channels: { a: { $ref: "#/b" } }\n`],
  ])("a configuration for %s, and says how to see the errors", async (_, text) => {
    const { code, err, config } = await init({ "a.yaml": shop, "bad.yaml": text }, ["--yes"]);
    expect([code, config]).toEqual([0, expect.stringContaining("bad.yaml")]);
    expect(err).toMatch(/^bad\.yaml has \d errors?, so `generate` will write nothing\.$/m);
    expect(err).toContain("Next: fix the errors that npx specwright lint shows");
    expect(err).not.toMatch(/^a\.yaml has/m);
  });

  it("nothing about errors of a document without any", async () => {
    expect((await init({ "a.yaml": shop })).err).not.toMatch(/errors?|lint/);
  });

  it("nothing for a missing document", async () => {
    const { code, err, written } = await init({}, ["--input", "none.yaml"]);
    expect([code, Object.keys(written)]).toEqual([1, ["package.json"]]);
    expect(err).toContain("error document_not_found: The file none.yaml does not exist.");
  });
});

describe("init asks", () => {
  const two = { "a.yaml": shop, "b.yaml": chat };
  const which = "Generate from which document?";
  const what = "What do you want to write?";
  const whose = "Whose API is it?";
  const framework = "Which framework serves it?";
  const withHono = { "a.yaml": shop, "package.json": '{"dependencies":{"hono":"4"}}' };

  const name = (input: string) => `Name for ${input} in code (create…Client, …Handlers)?`;
  const [a, b] = [name("a.yaml"), name("b.yaml")];

  it.each([
    ["which document and which side", two, [], ["b.yaml", "client"], [which, what, b]],
    [
      "whose interface a client calls, and nothing about a single document",
      { "a.yaml": shop },
      [],
      ["client", "error"],
      [what, whose, a],
    ],
    [
      "the framework of a server",
      { "a.yaml": shop },
      ["--for", "server"],
      ["hono"],
      [framework, a],
    ],
    ["nothing about a framework that is there", withHono, ["--for", "server"], [], [a]],
    ["nothing about a framework for channels", { "b.yaml": chat }, ["--for", "server"], [], [b]],
    [
      "nothing that flags say",
      two,
      ["--input", "a.yaml", "--for", "server", "--framework", "node"],
      [],
      [a],
    ],
    [
      "nothing about answers that flags say",
      two,
      ["--input", "a.yaml", "--for", "client", "--responses", "report"],
      [],
      [a],
    ],
    ["nothing with --yes", two, ["--yes"], [], []],
  ])("%s", async (_name, files, flags, answers, want) => {
    const { code, asked } = await init(files, flags, { answers });
    expect([code, asked]).toEqual([0, want]);
  });

  it("and follows the answers", async () => {
    const { config, programs } = await init(two, [], { answers: ["b.yaml", "client"] });
    expect(config).toContain('builtInEmitters(["types", "codec", "client"])');
    expect(config).toContain('{ input: "b.yaml", output: "src/gen", name: "Chat", emitters }');
    expect(programs[0]).toBe(`npm install ${runtime} @specwright/streams@1.2.3`);
  });

  it.each([
    ["the document", [undefined]],
    ["the side", ["", undefined]],
    ["the framework", ["", "both", undefined]],
    ["whose interface it is", ["", "client", undefined]],
    ["the name of a document", ["", "client", "error", "Shop", undefined]],
  ])("and writes nothing if %s is not answered", async (_name, answers) => {
    const { code, err, written, programs } = await init(two, [], { answers });
    expect([code, programs]).toEqual([1, []]);
    expect(err).toContain("error cancelled");
    expect(Object.keys(written).sort()).toEqual(["a.yaml", "b.yaml", "package.json"]);
  });
});

describe("32.6 init asks whose API it is, and configures only a client for a foreign one", () => {
  const files = { "a.yaml": shop };
  const plain = '{ input: "a.yaml", output: "src/gen", name: "Shop", emitters },';
  const reporting =
    '{ input: "a.yaml", output: "src/gen", name: "Shop", emitters, responses: "report" },';

  it.each([
    ["refuses broken answers of one's own", [], ["error"], plain],
    ["reports those of somebody else's", [], ["report"], reporting],
    ["refuses them if nobody is there to answer", ["--yes"], [], plain],
    ["reports them with the flag", ["--yes", "--responses", "report"], [], reporting],
  ])("%s", async (_name, flags, answers, want) => {
    const { config } = await init(files, ["--for", "client", ...flags], { answers });
    expect(config).toContain(want);
  });
});

describe("init lists the next steps", () => {
  it.each([
    ["for a client", ["--for", "client"], { type: "module" }, []],
    [
      "for a server",
      ["--for", "server"],
      { type: "module" },
      ["implement --handlers", "To serve the handlers: https://"],
    ],
    [
      "for a server in Hono",
      ["--framework", "hono"],
      { type: "module" },
      ["implement --handlers", "To serve the handlers in Hono: https://", "frameworks.md#hono"],
    ],
    [
      "in a CommonJS package",
      ["--for", "client"],
      {},
      ['import the generated files as "./gen/types.mjs"'],
    ],
    ["for a feed", ["--for", "both"], { type: "module" }, ["To serve the feed: https://"], feed],
  ])("%s", async (_name, flags, manifest, want, document = shop) => {
    const files = { "a.yaml": document, "package.json": JSON.stringify(manifest) };
    const { err } = await init(files, flags);
    const all = [
      "Next: npx specwright generate",
      "implement --handlers",
      "To serve the handlers: https://",
      "To serve the handlers in Hono: https://",
      "frameworks.md#hono",
      "To serve the feed: https://",
      'import the generated files as "./gen/types.mjs"',
    ];
    expect(all.filter((text) => err.includes(text))).toEqual([all[0], ...want]);
  });
});

describe("32.6 init proposes a short name", () => {
  it.each([
    ["GitHub's official OpenAPI spec + Octokit extension", "GitHub"],
    ["Discord HTTP API (Preview)", "Discord"],
    ["Swagger Petstore - OpenAPI 3.0", "Petstore"],
    ["The Stripe API v2.1 (2026-01-01)", "Stripe"],
    ["OpenAPI specification: Box Platform", "BoxPlatform"],
    ["Balance Platform Payment Notification", "BalancePlatform"],
    ["meilisearch", "Meilisearch"],
    ["1Password Connect", "Connect"],
    ["Überweisungen für Banken", "ÜberweisungenFür"],
    ["Donaudampfschifffahrtsgesellschaft", "Donaudampfschifffahr"],
    ["REST API v1.0", undefined],
    ["", undefined],
  ])("of the title %j: %s", async (title, want) => {
    const document = JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} });
    const { config, asked } = await init({ "a.json": document }, ["--yes"]);
    expect([/name: "(.*?)"/.exec(config ?? "")?.[1], asked]).toEqual([want, []]);
  });

  it("for each document, and writes the answered one", async () => {
    const two = { "a.yaml": shop, "b.yaml": chat };
    const { config } = await init(two, ["--for", "client"], {
      answers: ["", "error", "Store", " "],
    });
    expect(config).toContain('output: "src/gen/a", name: "Store", emitters }');
    expect(config).toContain('output: "src/gen/b", name: "Chat", emitters }');
  });
});

describe("32.6 init finds a document whose key", () => {
  const paths = Array.from({ length: 9000 }, (_, index) => [
    `/items/${index}`,
    { get: { description: 'With "quotes", { and [.', responses: {} } },
  ]);
  const info = { title: "Late", version: "1" };
  const inside = { "x-tool": { openapi: "3.0.0", asyncapi: "2.6.0" } };
  const late = { info, paths: Object.fromEntries(paths), openapi: "3.1.0" };

  it.each([
    ["comes last in JSON", "a.json", JSON.stringify(late, undefined, 2)],
    ["comes last in JSON on one line", "a.json", JSON.stringify(late)],
    [
      "comes last in YAML",
      "a.yaml",
      `info:\n  title: Late\n#\n${"#\n".repeat(3000)}openapi: 3.1.0`,
    ],
    ["is quoted in YAML", "a.yaml", `# Late\n---\ninfo: {}\n'asyncapi' : 3.0.0`],
    ["stands in braces of YAML", "a.yaml", "# Late\n{ info: {}, openapi: 3.1.0 }"],
    ["stands in a YAML file that is indented", "a.yaml", "  info: {}\n  openapi: 3.1.0"],
  ])("%s", async (_name, path, text) => {
    const { config } = await init({ [path]: text }, ["--yes"]);
    expect(config).toContain(`input: "${path}"`);
  });

  it.each([
    ["stands in an inner object of JSON", "a.json", JSON.stringify({ info, ...inside })],
    ["is a value", "a.json", JSON.stringify({ info, kind: "openapi", more: ":" })],
    ["stands in an inner object of YAML", "a.yaml", "info:\n  openapi: 3.1.0\n"],
    ["has a section of its own", "a.yaml", "openapi:\n  generate: true\n"],
  ])("but no file in which it %s", async (_name, path, text) => {
    const { code, err } = await init({ [path]: text }, ["--yes"]);
    expect([code, err.includes("No OpenAPI or AsyncAPI document was found")]).toEqual([1, true]);
  });
});
