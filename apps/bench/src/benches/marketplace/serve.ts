// The process of a peer. It reports its port to its parent process.

import type { AddressInfo } from "node:net";
import { expressServer } from "./express-server.ts";
import { fastifyServer } from "./fastify-server.ts";
import { nodeHttpServer } from "./node-http-server.ts";
import { peerChecks } from "./peer-checks.ts";
import { postgresPeerService } from "./peer-postgres.ts";
import { peerService } from "./peer-service.ts";
import { openPeerStore } from "./peer-store.ts";

const [kind = "", database = "", root = "", folder = ""] = process.argv.slice(2);
const service = /^postgres/.test(database)
  ? postgresPeerService(database)
  : peerService(openPeerStore(database));
const checks = await peerChecks(root);
const server = await serverOf(kind);
// Idle connections must stay open while the other servers are measured. Our server keeps them as
// long.
server.keepAliveTimeout = 72_000;
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});

function serverOf(
  name: string,
): ReturnType<typeof nodeHttpServer> | Promise<ReturnType<typeof nodeHttpServer>> {
  if (name === "express") return expressServer(folder, service, checks);
  if (name === "fastify") return fastifyServer({ folder, root, service, checks });
  return nodeHttpServer(service, checks);
}
