// `npm run faults -- NAME [--times N] [--clients N] [--seconds N]` causes a real fault, with the given
// number of repetitions, clients or seconds. Prints the result as a line of JSON; exits with 1 if a frame
// or a write was lost, repeated or reordered.

import { parseArgs } from "node:util";
import { largeImage } from "../../apps/marketplace/test/images.ts";
import { isClusterServer } from "../../packages/streams/test/log/nats-cluster.ts";
import { findNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { findPostgres } from "../postgres/find-postgres.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { breakCluster, everyFault } from "./cluster.ts";
import { denyMarketplace } from "./deny-marketplace.ts";
import { fillDisk } from "./fill-disk.ts";
import { floodStreams } from "./flood-streams.ts";
import { freezeStandby } from "./freeze-standby.ts";
import { killPublisher } from "./kill-publisher.ts";
import { killSandbox } from "./kill-sandbox.ts";
import { killServer } from "./kill-server.ts";
import { reconnectCrowd } from "./reconnect-crowd.ts";
import { replaceLog } from "./replace-log.ts";
import { restartJetStream } from "./restart-jetstream.ts";
import { rollGateways } from "./roll-gateways.ts";
import { stallClient } from "./stalled-client.ts";
import { stopPostgres } from "./stop-postgres.ts";
import { swapDatabase } from "./swap-database.ts";
import { setClocks } from "./wrong-clock.ts";

interface Amounts {
  readonly times: number;
  readonly clients: number;
  readonly seconds: number;
}

const faults: Readonly<Record<string, (amounts: Amounts) => Promise<unknown>>> = {
  "kill-server": ({ times, clients }) => killServer(times, clients),
  "replace-log": ({ times }) => replaceLog(times),
  "kill-sandbox": ({ times }) => killSandbox(times),
  "kill-publisher": ({ times }) => killPublisher(times),
  "kill-publisher-postgres": async ({ times }) => {
    const programs = findPostgres();
    if (programs === undefined) throw new Error("there is no PostgreSQL; put it in the PATH");
    const server = await startPostgres(programs);
    return killPublisher(times, { DATABASE_URL: server.url }).finally(() => server.stop());
  },
  cluster: ({ times, clients, seconds }) => {
    const faultMs = seconds * 1000;
    return breakCluster(clusterServer(), { rounds: times, clients, faults: everyFault, faultMs });
  },
  "roll-gateways": ({ times, clients }) => rollGateways(natsServer(), times, clients),
  "freeze-standby": async ({ times }) => freezeStandby(clusterServer(), times),
  "restart-jetstream": ({ times, clients }) => restartJetStream(natsServer(), times, clients),
  "stop-postgres": ({ times, clients }) => {
    const programs = findPostgres();
    if (programs === undefined) throw new Error("there is no PostgreSQL; put it in the PATH");
    return stopPostgres(programs, times, clients);
  },
  "swap-database": ({ times }) => swapDatabase(findPostgres(), times, 49),
  "deny-marketplace": async ({ times, seconds }) =>
    denyMarketplace({
      rounds: times,
      roundMs: (seconds * 1000) / times,
      image: await largeImage(),
    }),
  "flood-streams": ({ times, clients, seconds }) =>
    floodStreams({ clients, rounds: times, roundMs: (seconds * 1000) / times }),
  "reconnect-crowd": ({ clients }) => reconnectCrowd(clients),
  "stalled-client": ({ seconds, clients }) =>
    stallClient({ stallMs: seconds * 1000, others: clients }),
  "wrong-clock": () => setClocks(),
  "full-disk": async ({ clients }) => {
    const report = await fillDisk(clients);
    if (report === undefined) throw new Error("no file system can be mounted here");
    return report;
  },
};

function natsServer(): string {
  const program = findNatsServer();
  if (program === undefined) throw new Error("there is no nats-server; name it in NATS_SERVER");
  return program;
}

function clusterServer(): string {
  const program = natsServer();
  if (!isClusterServer(program)) throw new Error("a cluster needs nats-server 2.12.2 or newer");
  return program;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: "string", default: "5" },
    clients: { type: "string", default: "20" },
    seconds: { type: "string", default: "60" },
  },
});
const name = positionals.join(" ");
const amounts = {
  times: Number(values.times),
  clients: Number(values.clients),
  seconds: Number(values.seconds),
};
const run = Object.hasOwn(faults, name) ? faults[name] : undefined;
if (run === undefined || !Object.values(amounts).every(Number.isSafeInteger)) {
  console.error("usage: npm run faults -- NAME [--times N] [--clients N] [--seconds N]");
  console.error(`names: ${Object.keys(faults).join(", ")}`);
  process.exit(2);
}
const startedMs = performance.now();
const report = await run(amounts);
const tookSeconds = Math.round((performance.now() - startedMs) / 1000);
console.log(JSON.stringify({ fault: name, ...Object(report), tookSeconds }));
