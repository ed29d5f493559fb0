// An attacker with one account and one address uses every route of the marketplace as often as its
// limits allow, while another user keeps working. Measures how this affects the other user.

import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { startMarketplaceProcess } from "./marketplace-process.ts";
import { withFolder } from "./with-folder.ts";

/** The duration of the other user's requests, in milliseconds. */
export interface Latency {
  readonly median: number;
  readonly p95: number;
  readonly requests: number;
}

/** The result of the attack. */
export interface DenialReport {
  readonly quiet: Latency;
  readonly attacked: Latency;
  /** The number of responses to the attacker, by status. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Options for `denyMarketplace`. */
export interface DenialOptions {
  /** The duration of each quiet round and each attack round, in milliseconds. */
  readonly roundMs: number;
  readonly rounds: number;
  /** An image of the largest accepted size. */
  readonly image: Buffer;
}

const ATTACKER = "127.0.0.2";
const OTHER = "127.0.0.3";
const PASSWORD = "correct horse battery";
const PEOPLE = ["mallory", "ada"].map((username) => ({
  ...{ username, email: `${username}@site.example`, password: PASSWORD },
}));
const LISTINGS = Array.from({ length: 200 }, (_, at) => ({ owner: "ada", title: `Listing ${at}` }));

/** Runs the attack in rounds, with quiet rounds in between. */
export async function denyMarketplace(options: DenialOptions): Promise<DenialReport> {
  return await withFolder(async (folder) => {
    const settings = { seed: { users: PEOPLE, listings: LISTINGS } };
    const service = await startMarketplaceProcess({ folder, settings, env: {} });
    try {
      const other = await logIn(service.url, OTHER, "ada");
      const attacker = await logIn(service.url, ATTACKER, "mallory");
      await attacker.send("POST", "/listings", json({ title: "Mine" }));
      await work(other, 1_000);
      const [quiet, attacked]: [number[], number[]] = [[], []];
      for (let round = 0; round < options.rounds; round += 1) {
        quiet.push(...(await work(other, options.roundMs)));
        const attack = startAttack(service.url, attacker, round % 2 === 0, options.image);
        await pause(500);
        attacked.push(...(await work(other, options.roundMs)));
        await attack.end();
        // Pending requests end.
        await pause(1_500);
      }
      quiet.push(...(await work(other, options.roundMs)));
      const answers = Object.fromEntries(attacker.answers);
      return { quiet: latencyOf(quiet), attacked: latencyOf(attacked), answers };
    } finally {
      await service.end("SIGKILL");
    }
  });
}

interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

interface Caller {
  readonly token: string;
  readonly answers: Map<number, number>;
  /** Resolves with the status, or 0 if the connection was cut. */
  send(method: string, path: string, body?: Body): Promise<number>;
  close(): void;
}

function json(value: unknown): Body {
  return { type: "application/json", bytes: Buffer.from(JSON.stringify(value)) };
}

async function logIn(url: string, localAddress: string, username: string): Promise<Caller> {
  const response = await fetch(`${url}/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username_or_email: username, password: PASSWORD }),
  });
  const { data } = (await response.json()) as { readonly data: { readonly token: string } };
  const agent = new Agent({ keepAlive: true, localAddress, maxSockets: 20 });
  const answers = new Map<number, number>();
  return {
    token: data.token,
    answers,
    close: () => agent.destroy(),
    send: (method, path, body) =>
      new Promise((resolve) => {
        const end = (status: number): void => {
          answers.set(status, (answers.get(status) ?? 0) + 1);
          resolve(status);
        };
        const headers = {
          authorization: `Bearer ${data.token}`,
          ...(body && { "content-type": body.type, "content-length": body.bytes.byteLength }),
        };
        const sent = request(`${url}${path}`, { method, headers, agent, localAddress });
        sent.once("response", (answer) => {
          answer.resume();
          answer.once("end", () => end(answer.statusCode ?? 0));
          answer.once("error", () => end(0));
        });
        sent.once("error", () => end(0));
        sent.end(body?.bytes);
      }),
  };
}

/** Works like a user for a time and returns the duration of each request. */
async function work(caller: Caller, forMs: number): Promise<readonly number[]> {
  const steps = [
    ["GET", "/users/me"],
    ["GET", "/listings?limit=20"],
    ["GET", "/listings/3"],
    ["POST", "/listings/3", json({ description: "Brass." })],
  ] as const;
  const took: number[] = [];
  const endsAt = performance.now() + forMs;
  for (let at = 0; performance.now() < endsAt; at += 1) {
    const [method, path, body] = steps[at % steps.length] ?? steps[0];
    const startedAt = performance.now();
    const status = await caller.send(method, path, body);
    if (status !== 200) throw new Error(`the other user was answered ${status}`);
    took.push(performance.now() - startedAt);
    await pause(40);
  }
  return took;
}

function latencyOf(took: readonly number[]): Latency {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (part: number): number =>
    Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
  return { median: at(0.5), p95: at(0.95), requests: sorted.length };
}

/** Attacks until stopped, alternating with slow uploads and with images. */
function startAttack(
  url: string,
  attacker: Caller,
  isTrickling: boolean,
  image: Buffer,
): { end(): Promise<void> } {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
  const huge = json({ title: "x", ...unknown(90_000) });
  const crowded = json({ title: "x", ...unknown(10_000) });
  const wrong = json({ username_or_email: "ada", password: "wrong wrong wrong" });
  let isOn = true;
  const every = async (ms: number, act: () => Promise<unknown>): Promise<void> => {
    while (isOn) {
      await Promise.all([act(), pause(ms)]);
    }
  };
  const raw = rawSockets(url, attacker.token, isTrickling);
  const loops = [
    every(100, () => attacker.send("POST", "/users/login", wrong)),
    every(200, () => attacker.send("POST", "/listings", huge)),
    every(200, () => attacker.send("POST", "/listings", crowded)),
    every(200, () => attacker.send("GET", "/listings?limit=100")),
    every(300, () => attacker.send("POST", "/listings/5/report", json({ details: "x" }))),
    every(300, () =>
      attacker.send("POST", "/users/request-password", json({ username_or_email: "ada" })),
    ),
    ...(isTrickling
      ? []
      : [0, 1, 2].map(() => every(0, () => attacker.send("POST", "/attachments", formOf(image))))),
  ];
  return {
    async end() {
      isOn = false;
      raw.end();
      await Promise.race([Promise.all(loops), pause(15_000)]);
    },
  };
}

const BOUNDARY = "-".repeat(30);

function formOf(image: Buffer): Body {
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="listing_id"\r\n\r\n201\r\n` +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n` +
    "Content-Type: image/jpeg\r\n\r\n";
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([Buffer.from(head), image, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

/** Opens as many connections as an address may have, with endless heads and slow uploads. */
function rawSockets(url: string, token: string, isTrickling: boolean): { end(): void } {
  const { port } = new URL(url);
  const head =
    `POST /v1/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 1000000\r\n\r\n`;
  const sockets = new Set<Socket>();
  const open = (at: number): void => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: ATTACKER });
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.once("connect", () =>
      socket.write(isTrickling && at % 3 !== 0 ? head : "GET /v1/users/me HTTP/1.1\r\nX: "),
    );
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("x");
    for (let at = 0; sockets.size < 75 && at < 15; at += 1) open(at);
  }, 200);
  return {
    end() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
