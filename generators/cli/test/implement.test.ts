import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);

/** The shop, with a webhook for shipped orders. */
const orders = `${shop}webhooks:
  orderShipped:
    post:
      summary: An order was shipped.
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "204": { description: Seen. } }
`;

/** A channel for chat, one whose frames are in a log, and one with requests. */
const chat = `asyncapi: 3.0.0
info: { title: Chat, version: "1" }
servers: { main: { host: localhost, protocol: ws } }
channels:
  room: { address: /room, messages: { line: { $ref: "#/components/messages/line" } } }
  history:
    address: /history
    messages: { event: { $ref: "#/components/messages/event" }, end: { $ref: "#/components/messages/end" } }
    bindings: { ws: { query: { type: object, properties: { since: { type: integer, format: int64 } } } } }
    x-sequence:
      version: 1
      counters: [{ messages: [event], repeats: [end], scope: connection, at: /seq, step: one, gap: reconnect }]
      resume:
        parameter: since
        from: next
        endOfBacklog: end
        tooOld: { errorCode: resume_too_old, closeCode: 4009 }
  questions:
    address: /questions
    messages: { ask: { $ref: "#/components/messages/ask" }, answer: { $ref: "#/components/messages/answer" } }
operations:
  hear: { action: receive, channel: { $ref: "#/channels/room" } }
  say: { action: send, channel: { $ref: "#/channels/room" } }
  record: { action: send, channel: { $ref: "#/channels/history" } }
  question:
    action: receive
    channel: { $ref: "#/channels/questions" }
    messages: [{ $ref: "#/channels/questions/messages/ask" }]
    reply: { messages: [{ $ref: "#/channels/questions/messages/answer" }] }
components:
  messages:
    line: { payload: { type: object, required: [text], properties: { text: { type: string } } } }
    event: { payload: { type: object, required: [type, seq], properties: { type: { const: event }, seq: { type: integer, format: int64 } } } }
    end: { payload: { type: object, required: [type, seq], properties: { type: { const: end }, seq: { type: integer, format: int64 } } } }
    ask: { payload: { type: object, required: [ask], properties: { ask: { type: string } } } }
    answer: { payload: { type: object, required: [answer], properties: { answer: { type: string } } } }
`;

interface Project {
  readonly type: "module" | "commonjs";
  readonly options: Readonly<Record<string, unknown>>;
  /** The file extension in imports of its own modules and of generated ones. */
  readonly own: string;
  readonly generated: string;
  /** The compiled program, or the source if Node strips its types. */
  readonly program: string;
}

const built = { rootDir: "src", outDir: "dist" };
const projects: readonly [name: string, project: Project][] = [
  [
    "an ES module",
    {
      type: "module",
      options: {
        module: "nodenext",
        verbatimModuleSyntax: true,
        isolatedDeclarations: true,
        declaration: true,
        erasableSyntaxOnly: true,
        ...built,
      },
      own: "js",
      generated: "js",
      program: "dist/main.js",
    },
  ],
  [
    "CommonJS",
    {
      type: "commonjs",
      options: { module: "nodenext", ...built },
      own: "js",
      generated: "mjs",
      program: "dist/main.js",
    },
  ],
  [
    "a bundler",
    {
      type: "module",
      options: {
        module: "preserve",
        moduleResolution: "bundler",
        allowImportingTsExtensions: true,
        noEmit: true,
      },
      own: "ts",
      generated: "ts",
      program: "src/main.ts",
    },
  ],
];

const strict = {
  target: "es2023",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  skipLibCheck: true,
  types: ["node"],
};

function projectOf({ type, options }: Project, document: string, program: string): Promise<string> {
  return folderOf({
    "api.yaml": document,
    "package.json": JSON.stringify({ type }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...strict, ...options },
      include: ["src"],
    }),
    "src/main.ts": program,
  });
}

const generated = ["--input", "api.yaml", "--output", "src/gen"];
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

async function implement(folder: string, ...flags: readonly string[]): Promise<string> {
  const { code, out, err } = await command(folder, ["implement", ...generated, ...flags]);
  return code === 0 ? out : err;
}

/** Generates, writes the handlers, compiles and runs; returns the written files and the output. */
async function handled(
  project: Project,
  folder: string,
  ...files: readonly (readonly string[])[]
): Promise<{ added: string[]; compiler: string; printed: string }> {
  await command(folder, ["generate", ...generated, "--emit", "types,codec,server"]);
  const added: string[] = [];
  for (const flags of files) added.push(await implement(folder, "--handlers", ...flags));
  const compiler = await node(folder, tsc, "-p", folder);
  return { added, compiler, printed: await node(folder, project.program) };
}

/** Runs a program with Node in a folder, and returns its output. */
function node(folder: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--no-warnings", ...args], { cwd: folder });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        printed += String(chunk);
      });
    }
    child.on("close", () => resolve(printed.trim()));
  });
}

describe.each(projects)("in %s", (_name, project) => {
  it("stubs of a REST server and of a receiver of webhooks compile and answer 501", async () => {
    const folder = await projectOf(
      project,
      orders,
      `import { createRestServer, createWebhookReceiver } from "@specwright/rest/fastify";
import { operations } from "./gen/server.${project.generated}";
import { webhooks } from "./gen/webhooks.${project.generated}";
import { handlers } from "./handlers.${project.own}";
import { webhookHandlers } from "./webhooks.${project.own}";

async function main(): Promise<void> {
  const app = createRestServer({ operations, handlers });
  const receiver = createWebhookReceiver({ webhooks, handlers: webhookHandlers, verify: false });
  const answers = [
    await fetch(\`\${await app.listen({ port: 0 })}/orders\`),
    await fetch(\`\${await receiver.listen({ port: 0 })}/orderShipped\`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }),
  ];
  for (const answer of answers) console.log(answer.status, JSON.parse(await answer.text()).code);
  await app.close();
  await receiver.close();
}
void main();
`,
    );
    expect(
      await handled(project, folder, ["src/handlers.ts"], ["src/webhooks.ts", "--webhooks"]),
    ).toEqual({
      added: ["added    listOrders", "added    postOrderShipped"],
      compiler: "",
      printed: "501 not_implemented\n501 not_implemented",
    });
  });

  it("stubs of a stream server compile, and end a connection", async () => {
    const folder = await projectOf(
      project,
      chat,
      `import { createMemoryLog } from "@specwright/streams/log";
import { createStreamServer } from "@specwright/streams/server";
import { channels } from "./gen/server.${project.generated}";
import { handlers, requestHandlers } from "./handlers.${project.own}";

async function main(): Promise<void> {
  const server = createStreamServer({
    channels,
    log: createMemoryLog(),
    handlers: { ...handlers },
    requestHandlers: { ...requestHandlers },
    logger: ({ event, error }) => {
      if (error instanceof Error) console.log(event, error.message);
    },
  });
  const { url } = await server.listen();
  for (const [path, text] of [["room", ""], ["questions", '{"ask":"why"}']]) {
    const socket = new WebSocket(\`\${url}/\${path}\`);
    socket.addEventListener("open", () => socket.send(text ?? ""));
    const { code } = await new Promise<CloseEvent>((resolve) => {
      socket.addEventListener("close", resolve);
    });
    console.log(path, code);
  }
  await server.close();
}
void main();
`,
    );
    const { added, compiler, printed } = await handled(project, folder, ["src/handlers.ts"]);
    expect({ added, compiler }).toEqual({
      added: ["added    room\nadded    question"],
      compiler: "",
    });
    expect(printed.split("\n")).toEqual([
      expect.stringMatching(/room/),
      "room 1011",
      expect.stringMatching(/question/),
      "questions 1011",
    ]);
  });
});

it("a new file has the interfaces of the server, and a second run changes nothing", async () => {
  const folder = await folderOf({ "api.yaml": chat, "package.json": '{"type":"module"}' });
  await implement(folder, "--handlers", "src/handlers.ts");
  const text = (await filesIn(folder))["src/handlers.ts"];
  expect(text).toBe(`import { NotImplementedError } from "@specwright/runtime";
import type { StreamPeer } from "@specwright/streams/server";
import type { ChatHandlers, ChatRequestHandlers } from "./gen/server.ts";
import type { Answer } from "./gen/types.ts";

export const handlers: Omit<ChatHandlers<StreamPeer>, "history" | "questions"> = {
  /** /room */
  room(_stream, _parameters, _context) {
    throw new NotImplementedError("room");
  },
};

export const requestHandlers: ChatRequestHandlers<StreamPeer> = {
  /** /questions: ask */
  async question(_request, _parameters, _context): Promise<Answer> {
    throw new NotImplementedError("question");
  },
};
`);
  expect(await implement(folder, "--handlers", "src/handlers.ts")).toBe("");
  expect((await filesIn(folder))["src/handlers.ts"]).toBe(text);
});

it("a class gets stubs with the types of the reply", async () => {
  const folder = await folderOf({
    "api.yaml": chat,
    "src/handlers.ts": "export class Answers implements ChatRequestHandlers<Caller> {}\n",
  });
  const { err } = await command(folder, [
    "implement",
    ...generated,
    "--handlers",
    "src/handlers.ts",
  ]);
  expect((await filesIn(folder))["src/handlers.ts"]).toContain(
    "question(_request: Ask, _parameters: QuestionsParameters, _context: Caller): Promise<Answer> {",
  );
  expect(err).toBe(
    'src/handlers.ts has no ChatHandlers. Add `export const handlers: Omit<ChatHandlers<StreamPeer>, "history" | "questions"> = {};`.',
  );
});

describe("the module that handlers import", () => {
  const config = (output: string): string =>
    `export default { contracts: [{ input: "shop.yaml", output: "${output}", emitters: [] }] };`;

  it.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    [
      "of a folder",
      { "package.json": '{"type":"module"}', "specwright.config.mjs": config("gen/shop") },
      ["--handlers", "app/api/handlers.ts"],
      "../../gen/shop/server.ts",
    ],
    [
      "of the package around the output",
      {
        "specwright.config.mjs": config("api/src/gen"),
        "api/package.json": '{"name":"@mine/api","type":"module","exports":{"./server":"./x.js"}}',
        "app/package.json": '{"name":"app"}',
      },
      ["--handlers", "app/handlers.ts"],
      "@mine/api/server",
    ],
    [
      "of a named package",
      {},
      ["--input", "shop.yaml", "--handlers", "app/handlers.ts", "--package", "shop-api"],
      "shop-api/server",
    ],
  ])("is that %s", async (_name, files, flags, want) => {
    const folder = await folderOf({ "shop.yaml": shop, ...files });
    const { err } = await command(folder, ["implement", ...flags]);
    const text = (await filesIn(folder))[flags[flags.indexOf("--handlers") + 1] ?? ""];
    expect(/ShopHandlers \} from "(.*)"/.exec(text ?? err)?.[1]).toBe(want);
  });

  it("must be known", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    const args = ["implement", "--input", "shop.yaml", "--handlers", "handlers.ts"];
    const { code, err } = await command(folder, args);
    expect([code, err]).toEqual([1, expect.stringContaining("--output or --package")]);
  });
});

it("a renamed operation keeps its body, found by the previously generated code", async () => {
  const mine = `import type { ShopHandlers } from "./gen/server.js";

// Mine.
export const handlers = {
  listOrders: async () => ({ status: 200, body: [] }), // all of them
} satisfies ShopHandlers;
`;
  const folder = await folderOf({
    "api.yaml": shop,
    "package.json": '{"type":"module"}',
    "src/handlers.ts": mine,
  });
  await command(folder, ["generate", ...generated, "--emit", "types,codec,server"]);
  await write(folder, "api.yaml", shop.replace("listOrders", "searchOrders"));
  const changes = await implement(folder, "--handlers", "src/handlers.ts");
  expect(changes).toBe("renamed  listOrders to searchOrders (its body is untouched)");
  expect((await filesIn(folder))["src/handlers.ts"]).toBe(
    mine.replace("listOrders", "searchOrders"),
  );
});

it("reports where a file does not parse", async () => {
  const text = "export const handlers: ShopHandlers = {\n  a( {},\n};\n";
  const folder = await folderOf({ "api.yaml": shop, "handlers.ts": text });
  expect(await implement(folder, "--handlers", "handlers.ts")).toMatch(
    /^error handlers_unusable: handlers\.ts:3:\d+ does not parse: .*expected/,
  );
  expect((await filesIn(folder))["handlers.ts"]).toBe(text);
});
