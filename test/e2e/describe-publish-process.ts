// `specwright publish` and the publishing service as processes: what happens to a document, the exit code,
// and the output in a build log.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PublisherProcess, preparePublisher } from "../faults/publisher-process.ts";
import { type Child, endChildren, startChild } from "./children.ts";

/** Returns the variables that make a service use the database of its folder. */
type DatabaseVariables = (folder: string) => Promise<Readonly<Record<string, string>>>;

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A document with operations that pass `lint` without warnings. */
function shop(version: string, ...paths: readonly string[]): string {
  const answers = '{ "200": { description: All. }, default: { description: None. } }';
  const items = paths.map(
    (path) =>
      `  /${path}: { get: { operationId: ${path}, summary: Lists all., responses: ${answers} } }\n`,
  );
  return `openapi: 3.1.1\ninfo: { title: Shop, version: "${version}" }\npaths:\n${items.join("")}`;
}

const events = `asyncapi: 3.0.0
info: { title: Events, version: "1.0" }
channels: { events: { address: /events, messages: { event: { payload: { type: object } } } } }
operations: { send: { action: send, channel: { $ref: "#/channels/events" } } }
`;

const unknownToken = "A".repeat(43);

/** Which cases run: the output of the command is the same with every database. */
type Cases = "all" | "of the storage";

/** Tests the command with a service on these databases. */
export function describePublishProcess(variables: DatabaseVariables, cases: Cases): void {
  let folder: string;
  let service: PublisherProcess;
  let token: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "publish-process-"));
    service = await preparePublisher(folder, await variables(folder));
    await service.start();
    for (const name of ["shop", "killed", "away", "left"]) {
      await service.command("interface", "create", name, "--title", name);
    }
    token = await service.command("token", "issue", "build");
  });

  afterAll(async () => {
    endChildren();
    await service?.end("SIGTERM");
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts the command in the folder of the test. */
  function start(name: string, args: readonly string[] = [], secret = token): Child {
    const to = ["--to", service.url, "--interface", name];
    return startChild({
      script: "generators/cli/src/bin.ts",
      args: ["publish", "openapi.yaml", ...to, ...args],
      env: { SPECWRIGHT_TOKEN: secret, CI: "true" },
      cwd: folder,
    });
  }

  async function outcomeOf(command: Child): Promise<Outcome> {
    const { code } = await command.ended();
    const outcome = { code, out: command.lines().join("\n"), err: command.errors() };
    // A build log is not a terminal: no colours, no overwritten lines, no secrets.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(outcome.out + outcome.err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(outcome.out + outcome.err).not.toContain(token);
    return outcome;
  }

  async function publish(
    text: string,
    name: string,
    args: readonly string[] = [],
    secret = token,
  ): Promise<Outcome> {
    await writeFile(join(folder, "openapi.yaml"), text);
    return await outcomeOf(start(name, args, secret));
  }

  /** Waits until the service processes a document. */
  async function processing(): Promise<void> {
    while (!service.isProcessing()) await setTimeout(10);
  }

  /** Returns how often the service has reported that a version is still pending. */
  async function pendingAnswers(): Promise<string | undefined> {
    const line = /^publisher_answer_seconds_count\{(?=.*"getVersion")(?=.*"202").*\} (\d+)$/m;
    return line.exec(await service.metrics())?.[1];
  }

  // In sequence, because each is compared with the versions published before.
  const steps: readonly (readonly [
    what: string,
    text: string,
    args: readonly string[],
    code: number,
    out: RegExp,
    err: RegExp,
  ])[] = [
    [
      "the first version",
      shop("1.0", "orders", "users"),
      [],
      0,
      /first version[\s\S]*^Published version 1 of shop: http:.*\/shop\/versions\/1\/$/m,
      /^$/,
    ],
    [
      "nothing new",
      shop("1.0", "orders", "users"),
      ["--fail-on", "docs"],
      0,
      /^Nothing has changed since version 1: http:.*\/shop\/versions\/1\/$/,
      /^$/,
    ],
    [
      "a break, compared only",
      shop("2.0", "orders"),
      ["--dry-run", "--fail-on", "breaking"],
      1,
      /GET \/users was removed[\s\S]*Nothing was published \(--dry-run\)\.$/,
      /^$/,
    ],
    [
      "a break",
      shop("2.0", "orders"),
      ["--fail-on", "breaking"],
      1,
      /^Breaking \(1\)$[\s\S]*GET \/users was removed[\s\S]*^Published version 2 of shop: /m,
      /^$/,
    ],
    [
      "a fault that the command finds",
      shop("3.0", "orders").replace("description: All.", "$ref: '#/components/none'"),
      [],
      2,
      /^$/,
      /^openapi\.yaml:4:\d+ REF_NOT_FOUND error /,
    ],
    [
      "a fault that the publisher finds",
      events,
      [],
      2,
      /^$/,
      /^openapi\.yaml:1:1 FORMAT_CHANGED error .*\n {2}.*\n1 error\..*\nNothing was published\.\n$/,
    ],
  ];
  function describeAnswers(): void {
    describe("publishes or refuses", () => {
      it.each(steps)("%s", async (_, text, args, code, out, err) => {
        const outcome = await publish(text, "shop", args);
        expect(outcome).toEqual({
          code,
          out: expect.stringMatching(out),
          err: expect.stringMatching(err),
        });
      });
    });

    it.each([
      ["a token that nobody issued", "shop", unknownToken, "token_refused", "(401)"],
      ["an interface that does not exist", "none", undefined, "interface_unknown", "--create"],
    ])("refuses %s", async (_, name, secret, code, words) => {
      const outcome = await publish(shop("4.0", "carts"), name, [], secret);
      expect(outcome).toMatchObject({ code: 2, out: "" });
      expect(outcome.err).toMatch(new RegExp(`^error ${code}: `));
      expect(outcome.err).toContain(words);
      expect(outcome.err).not.toContain(unknownToken);
    });

    it("gives up when a service stays unreachable", async () => {
      await service.end("SIGTERM");
      const outcome = await publish(shop("1.0", "orders"), "shop");
      await service.start();
      expect(outcome).toMatchObject({ code: 2, out: "" });
      expect(outcome.err).toMatch(/^error publisher_unreachable: .*ECONNREFUSED/);
    });
  }

  if (cases === "all") describeAnswers();

  it("waits for a service that is killed while it processes the document", async () => {
    await writeFile(join(folder, "openapi.yaml"), shop("1.0", "orders"));
    const before = await pendingAnswers();
    const command = start("killed");
    await processing();
    service.signalWorkers("SIGSTOP");
    while ((await pendingAnswers()) === before) await setTimeout(100);
    service.signalWorkers("SIGCONT");
    await service.end("SIGKILL");
    await service.start();
    const { code, out, err } = await outcomeOf(command);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Published version 1 of killed");
    expect(await publish(shop("1.0", "orders"), "killed")).toMatchObject({
      code: 0,
      out: expect.stringContaining("Nothing has changed since version 1"),
    });
  });

  it("reaches a service that comes back", async () => {
    await service.end("SIGTERM");
    await writeFile(join(folder, "openapi.yaml"), shop("1.0", "orders"));
    const command = start("away");
    await setTimeout(500);
    await service.start();
    const { code, out, err } = await outcomeOf(command);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Published version 1 of away");
  });

  it("stops waiting on Ctrl-C, and the version is still published", async () => {
    await writeFile(join(folder, "openapi.yaml"), shop("1.0", "orders"));
    const before = await pendingAnswers();
    const command = start("left");
    await processing();
    service.signalWorkers("SIGSTOP");
    // Once the command asks for the version's state, it knows that the version was accepted.
    while ((await pendingAnswers()) === before) await setTimeout(100);
    expect(await command.stop("SIGINT")).toMatchObject({ code: 2 });
    service.signalWorkers("SIGCONT");
    const { out, err } = await outcomeOf(command);
    expect(out).toBe("");
    expect(err).toMatch(
      /^error publication_interrupted: Interrupted\. [0-9a-f-]{36} was accepted and is still being processed/,
    );
    expect(err).toContain(`See ${service.url}/left/ in a while`);
    const again = await publish(shop("1.0", "orders"), "left");
    expect({ code: again.code, err: again.err }).toEqual({ code: 0, err: "" });
    expect(again.out).toMatch(/(?:Nothing has changed since|Published) version 1/);
  });
}
