import type { Logger } from "@specwright/runtime";
import type { FastifyReply } from "fastify";
import { type Connection, NodeConnection } from "../server/connection.ts";
import type { Exchange } from "../server/exchange.ts";

/** An exchange of Fastify. It is a class, so that the instances of all requests share their methods. */
export class FastifyExchange implements Exchange {
  readonly log: Logger;
  readonly connection: Connection;
  readonly #reply: FastifyReply;

  constructor(reply: FastifyReply) {
    this.log = reply.log;
    this.connection = new NodeConnection(reply.raw);
    this.#reply = reply;
  }

  header(name: string, value: string): void {
    this.#reply.header(name, value);
  }

  get framework(): unknown {
    return this.#reply.request;
  }

  getHeader(name: string): unknown {
    return this.#reply.getHeader(name);
  }
}
