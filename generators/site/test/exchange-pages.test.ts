// Callbacks, links and headers of responses of an operation, and the replies of channels.

import { beforeAll, describe, expect, it } from "vitest";
import { framePage } from "../src/frame/frame-page.ts";
import { referencePages } from "../src/pages/reference-pages.ts";
import { referenceNavigation } from "../src/reference/navigation.ts";
import { brokenLinks } from "./broken-links.ts";
import { pageProblems } from "./page-problems.ts";
import { readContract } from "./read-contract.ts";

const ok = { description: "Good." };
const json = (schema: object) => ({ content: { "application/json": { schema } } });

const jobs = {
  openapi: "3.1.1",
  info: { title: "Jobs", version: "1" },
  paths: {
    "/jobs": {
      post: {
        operationId: "startJob",
        responses: {
          201: {
            description: "Started.",
            headers: {
              Location: { required: true, description: "The *job*.", schema: { type: "string" } },
              "Retry-After": { schema: { type: "integer", default: 30, minimum: 1 } },
            },
            links: {
              read: {
                operationId: "readJob",
                description: "Reads it.",
                parameters: { id: "$response.body#/id" },
              },
              stop: { operationRef: "#/paths/~1jobs~1{id}/delete", requestBody: { now: true } },
              other: { operationRef: "https://other.example/#/paths/~1x/get" },
            },
          },
        },
        callbacks: {
          done: {
            "{$request.query.url}": {
              post: {
                summary: "Reports the result",
                parameters: [{ name: "try", in: "query", schema: { type: "integer", default: 1 } }],
                requestBody: json({ $ref: "#/components/schemas/Result" }),
                responses: { 204: { description: "Heard." }, 410: { description: "Unwanted." } },
              },
            },
          },
        },
      },
    },
    "/jobs/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "readJob", summary: "Read a job", responses: { 200: ok } },
      delete: { responses: { 204: ok } },
    },
  },
  components: {
    schemas: { Result: { type: "object", properties: { score: { type: "integer" } } } },
  },
};

const message = (name: string) => ({ title: name, payload: { type: "object" } });

const questions = {
  asyncapi: "3.0.0",
  info: { title: "Questions", version: "1" },
  channels: {
    asks: {
      address: "asks/{room}",
      parameters: { room: { enum: ["red", "blue"], default: "red", description: "A room." } },
      messages: { ask: message("Ask") },
    },
    answers: { address: null, title: "The answers", messages: { answer: message("Answer") } },
    chat: { address: "chat", messages: { ping: message("Ping"), pong: message("Pong") } },
  },
  operations: {
    takeAsk: {
      action: "receive",
      channel: { $ref: "#/channels/asks" },
      summary: "Takes a question.",
      reply: {
        channel: { $ref: "#/channels/answers" },
        address: { location: "$message.header#/replyTo" },
      },
    },
    ping: {
      action: "send",
      channel: { $ref: "#/channels/chat" },
      messages: [{ $ref: "#/channels/chat/messages/ping" }],
      reply: { messages: [{ $ref: "#/channels/chat/messages/pong" }] },
    },
  },
};

/** The pages and their Markdown, by path. */
const files = new Map<string, string>();

beforeAll(async () => {
  for (const [name, document] of Object.entries({ jobs, questions })) {
    const contract = await readContract({ file: `/${name}.json`, text: JSON.stringify(document) });
    const frame = {
      title: name,
      home: "index.html",
      assets: "assets",
      navigation: referenceNavigation(contract),
    };
    for (const page of referencePages(contract)) {
      files.set(`${name}/${page.path}`, framePage(page, frame));
      files.set(`${name}/${page.path.replace(/html$/, "md")}`, page.markdown);
    }
  }
});

describe.each<readonly [path: string, what: string, ...texts: string[]]>([
  [
    "jobs/operations/start-job.html",
    "callbacks with their requests and answers",
    '<h2 id="callbacks">Callbacks</h2>',
    '<section class="message callback" id="callback-done">',
    "<code>{$request.query.url}</code>",
    "<p>Reports the result</p>",
    'id="callback-done:post:query.try"',
    '<div class="schema" id="callback-done:post:body">',
    'id="callback-done:post:response-410"',
    "Unwanted.",
  ],
  [
    "jobs/operations/start-job.md",
    "callbacks with their requests and answers",
    "## Callbacks\n",
    "### Callback done\n\n`POST {$request.query.url}`\n\nReports the result",
    "#### Query parameters\n\n- `try`: integer (default `1`)",
    "#### Request body\n",
    "##### 410\n\nUnwanted.",
  ],
  [
    "jobs/operations/start-job.html",
    "headers as a table, with defaults",
    'id="response-201:header.Location"><td><code>Location</code>',
    "always sent",
    "The <em>job</em>.",
    "<li>Default: <code>30</code></li>",
  ],
  [
    "jobs/operations/start-job.md",
    "headers with defaults",
    "- `Location`: string, required. The *job*.",
    "- `Retry-After`: integer (at least 1; default `30`)",
  ],
  [
    "jobs/operations/start-job.html",
    "links that lead to the operations",
    'id="response-201:link.read"',
    '<a href="../operations/read-job.html">Read a job</a>',
    "<code>id</code> from <code>$response.body#/id</code>",
    '<a href="../operations/delete-jobs-id.html">',
    "<code>body</code> from <code>{&quot;now&quot;:true}</code>",
    "<code>https://other.example/#/paths/~1x/get</code>",
  ],
  [
    "jobs/operations/start-job.md",
    "links that lead to the operations",
    "- **read** calls [Read a job](../operations/read-job.md) with `id` from `$response.body#/id`.",
  ],
  ["jobs/schemas/result.html", "the operation whose callback uses it", ">startJob</a>"],
  [
    "questions/channels/asks.html",
    "the reply, its channel and its address",
    '<section class="message operation" id="operation.takeAsk">',
    'id="operation.takeAsk:reply">The server replies with <a href="../channels/answers.html#sent-1">Answer</a> on <a href="../channels/answers.html">The answers</a>, at the address in <code>$message.header#/replyTo</code>.',
    "<li>Default: <code>&quot;red&quot;</code></li>",
  ],
  [
    "questions/channels/asks.md",
    "the reply, its channel and its address",
    "The server replies with [Answer](../channels/answers.md) on [The answers](../channels/answers.md), at the address in `$message.header#/replyTo`.",
    'default `"red"`',
  ],
  [
    "questions/channels/answers.html",
    "what it answers",
    'Clients send <a href="../channels/asks.html#received-1">Ask</a> on <a href="../channels/asks.html">asks/{room}</a>.',
    'The server replies with <a href="#sent-1">Answer</a> on this channel',
  ],
  [
    "questions/channels/chat.html",
    "a reply on the same channel",
    'Clients reply with <a href="#received-1">Pong</a> on this channel.',
  ],
])("%s shows", (path, what, ...texts) => {
  it(what, () => {
    const page = files.get(path) ?? "";
    expect(texts.filter((text) => !page.includes(text))).toEqual([]);
  });
});

it("these pages are valid, and all their links work", () => {
  const pages = [...files].filter(([path]) => path.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(8);
  expect(pages.flatMap(([, text]) => pageProblems(text))).toEqual([]);
  const links = brokenLinks(files).filter((link) => !/\bassets\//.test(String(link)));
  expect(links).toEqual([]);
});
