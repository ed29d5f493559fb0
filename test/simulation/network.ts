// A network between the transport of clients and the gateway of a server, with all possible faults:
// delays, cuts, silence, stalls, and frames split anywhere.

import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import type { OpenSocket, SocketHandlers, StreamSocket } from "@specwright/streams/client";
import type { ServerSocket, ServerSocketEvents, StreamGateway } from "@specwright/streams/server";
import { frameReader } from "./frame-reader.ts";

/** The rate of each fault, per second of a connection. */
export interface NetworkFaults {
  readonly cut: number;
  readonly halfOpen: number;
  readonly stall: number;
}

/** The behaviour of a server that clients can see. */
export interface NetworkView {
  /** Whether clients see the headers of an answer, which browsers do not. Default true. */
  readonly showsHeaders?: boolean;
  /**
   * Whether a heartbeat is sent before all other frames, which old servers do not do. Default true.
   */
  readonly announces?: () => boolean;
}

export interface Network {
  readonly openSocket: OpenSocket;
  /** Returns the number of sockets that clients have not closed. */
  held(): number;
  /** Cuts every connection to a server that has ended. */
  cutAll(): void;
  /** Stops all faults. */
  calm(): void;
}

/** How many bytes the system buffers for a client that does not read. */
const SYSTEM_BUFFER = 4096;

/** Creates a network. `gateway` returns the current server, or undefined while it is down. */
export function createNetwork(
  clock: Clock,
  random: SeededRandom,
  faults: NetworkFaults,
  gateway: () => StreamGateway | undefined,
  view: NetworkView = {},
): Network {
  const links = new Set<Link>();
  let quiet = false;
  return {
    openSocket(url, headers, handlers) {
      const link = new Link({ clock, random, handlers, view }, () => links.delete(link));
      links.add(link);
      const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const request = {
        url: url.pathname + url.search,
        headers: Object.fromEntries(lowered),
        rawHeaders: Object.entries(headers).flat(),
      };
      clock.setTimer(1 + random.below(30), () => {
        const server = gateway();
        if (server === undefined) link.fail();
        else void link.upgrade(server, request);
      });
      const trouble = (): void => {
        clock.setTimer(200, () => {
          if (!links.has(link)) return;
          if (quiet) return;
          link.trouble(faults);
          trouble();
        });
      };
      trouble();
      return link.client;
    },
    held: () => [...links].filter((link) => link.held).length,
    cutAll() {
      for (const link of [...links]) link.cut();
    },
    calm() {
      quiet = true;
      for (const link of links) link.recover();
    },
  };
}

interface LinkInput {
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly handlers: SocketHandlers;
  readonly view: NetworkView;
}

class Link {
  readonly #clock: Clock;
  readonly #random: SeededRandom;
  readonly #handlers: SocketHandlers;
  readonly #view: NetworkView;
  #isFirst = true;
  readonly #gone: () => void;
  #server: ServerSocketEvents | undefined;
  /** Becomes false when either end learns that the connection has ended. */
  #clientOpen = true;
  #serverOpen = true;
  /** Drops all bytes without notice. */
  #silent = false;
  #stalledUntilMs = 0;
  #paused = false;
  /** On the way to the client, in order: bytes, and callbacks for when all earlier bytes have arrived. */
  #queue: (Uint8Array | { readonly taken: () => void } | (() => void))[] = [];
  #pendingBytes = 0;
  #inFlight = 0;
  #arriving: (Uint8Array | (() => void))[] = [];
  #moving = false;
  #lastToServerMs = 0;
  readonly #read = frameReader((payload) => {
    const dropped = this.#isFirst && this.#isUnannounced(payload);
    this.#isFirst = false;
    if (this.#clientOpen && !dropped) this.#handlers.received(payload);
  });

  constructor({ clock, random, handlers, view }: LinkInput, gone: () => void) {
    this.#clock = clock;
    this.#random = random;
    this.#handlers = handlers;
    this.#view = view;
    this.#gone = gone;
  }

  get held(): boolean {
    return this.#clientOpen;
  }

  readonly client: StreamSocket = {
    send: async (text) => {
      const data = Buffer.from(text);
      this.#toServer(() => this.#server?.message(data, false));
    },
    close: () => {
      this.#toServer(() => this.#endServer());
      this.#clock.setTimer(this.#delay(), () => this.#endClient(1000, ""));
    },
    terminate: () => {
      this.#clientOpen = false;
      this.#toServer(() => this.#endServer());
    },
    pause: () => {
      this.#paused = true;
    },
    resume: () => {
      this.#paused = false;
      this.#move();
    },
  };

  async upgrade(
    server: StreamGateway,
    request: Parameters<StreamGateway["admit"]>[0],
  ): Promise<void> {
    const answer = await server.admit(request);
    if (!this.#clientOpen) return;
    if (answer.kind === "refuse") {
      const { status, ...problem } = answer.problem;
      const body = JSON.stringify({ status, ...problem });
      this.#clock.setTimer(this.#delay(), () => {
        if (!this.#clientOpen) return;
        this.#clientOpen = false;
        this.#handlers.refused(status, body);
        this.#finish();
      });
      return;
    }
    const { headers = {} } = answer;
    const lowered = new Map(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const shown = this.#view.showsHeaders ?? true;
    const read = (name: string): string | undefined => lowered.get(name.toLowerCase());
    this.#enqueue(() => this.#handlers.opened(shown ? read : undefined));
    answer.run(this.#socket());
  }

  /** No server is reachable for the client. */
  fail(): void {
    if (!this.#clientOpen) return;
    this.#clientOpen = false;
    this.#handlers.failed(new Error("nobody listens"));
    this.#finish();
  }

  cut(): void {
    // A silent connection has lost bytes, and nothing after a gap ever arrives except the end.
    if (this.#silent) {
      this.#queue = [];
      this.#arriving = [];
    }
    this.#silent = false;
    this.#endServer();
    this.#clock.setTimer(this.#delay(), () => this.#endClient(1006, ""));
  }

  trouble({ cut, halfOpen, stall }: NetworkFaults): void {
    const random = this.#random;
    if (random.chance(cut / 5)) this.cut();
    else if (random.chance(halfOpen / 5)) this.#silent = true;
    else if (random.chance(stall / 5)) {
      this.#stalledUntilMs = this.#clock.now() + random.below(20_000);
      this.#clock.setTimer(this.#stalledUntilMs - this.#clock.now(), () => this.#move());
    }
  }

  recover(): void {
    this.#stalledUntilMs = 0;
    this.#move();
  }

  #isUnannounced(payload: Buffer): boolean {
    const announces = this.#view.announces?.() ?? true;
    return !announces && payload.includes('"type":"heartbeat"');
  }

  #socket(): ServerSocket {
    const link = this;
    return {
      get open() {
        return link.#serverOpen;
      },
      get pendingBytes() {
        return link.#pendingBytes;
      },
      write(bytes) {
        link.#pendingBytes += bytes.length;
        link.#queue.push(bytes);
        link.#move();
      },
      whenTaken(taken) {
        link.#queue.push({ taken });
        link.#move();
      },
      ping() {
        link.#enqueue(() => link.#toServer(() => link.#server?.pong()));
      },
      close(code, reason) {
        link.#enqueue(() => {
          link.#toServer(() => link.#endServer());
          link.#endClient(code, reason);
        });
      },
      terminate() {
        link.#endServer();
        link.#clock.setTimer(link.#delay(), () => link.#silent || link.#endClient(1006, ""));
      },
      pause() {},
      resume() {},
      listen(events) {
        link.#server = events;
      },
    };
  }

  #enqueue(event: () => void): void {
    this.#queue.push(event);
    this.#move();
  }

  /** Takes what fits into the system's buffer from the server and delivers it to the client. */
  #move(): void {
    if (this.#moving) return;
    this.#moving = true;
    this.#clock.setTimer(this.#delay(), () => {
      this.#moving = false;
      while (this.#queue.length > 0 && this.#inFlight < SYSTEM_BUFFER) {
        const next = this.#queue.shift();
        if (next === undefined) break;
        if (typeof next === "function") {
          this.#arriving.push(next);
          continue;
        }
        if ("taken" in next) {
          next.taken();
          continue;
        }
        this.#pendingBytes -= next.length;
        this.#inFlight += next.length;
        this.#arriving.push(next);
      }
      this.#arrive();
      if (this.#queue.length > 0 && this.#inFlight < SYSTEM_BUFFER) this.#move();
    });
  }

  #arrive(): void {
    const stalled = this.#paused || this.#clock.now() < this.#stalledUntilMs;
    while (this.#arriving.length > 0 && !stalled && !this.#paused) {
      const next = this.#arriving.shift();
      if (typeof next === "function") {
        if (!this.#silent && this.#clientOpen) next();
      } else if (next !== undefined) {
        this.#inFlight -= next.length;
        if (this.#silent || !this.#clientOpen) continue;
        // Frames arrive in arbitrary pieces.
        const at = this.#random.below(next.length + 1);
        const bytes = Buffer.from(next.buffer, next.byteOffset, next.length);
        this.#read(bytes.subarray(0, at));
        this.#read(bytes.subarray(at));
      }
    }
    if (this.#arriving.length === 0 && this.#queue.length > 0) this.#move();
  }

  /** Messages of a client arrive in order. */
  #toServer(event: () => void): void {
    this.#lastToServerMs = Math.max(this.#lastToServerMs, this.#clock.now() + this.#delay());
    this.#clock.setTimer(this.#lastToServerMs - this.#clock.now(), () => {
      if (!this.#silent && this.#serverOpen) event();
    });
  }

  #endServer(): void {
    if (!this.#serverOpen) return;
    this.#serverOpen = false;
    this.#server?.close();
    for (const each of this.#queue.splice(0)) if ("taken" in each) each.taken();
    this.#pendingBytes = 0;
    this.#finish();
  }

  #endClient(code: number, reason: string): void {
    if (!this.#clientOpen) return;
    this.#clientOpen = false;
    this.#handlers.closed(code, reason);
    this.#finish();
  }

  #finish(): void {
    if (!this.#clientOpen && !this.#serverOpen) this.#gone();
  }

  #delay(): number {
    return 1 + this.#random.below(15);
  }
}
