// The program that serves a venue; `serve-simulator.ts` says how it is called.

import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { systemClock } from "@specwright/runtime";
import { seededRandom } from "@specwright/runtime/testing";
import { serveSimulator } from "./serve-venue.ts";
import type { SimulatedVenue } from "./simulator.ts";
import { venues } from "./venues.ts";

/** Writes a new private key to a file and returns the public one. */
function makeKeyPair(): string {
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const file = join(mkdtempSync(join(tmpdir(), "simulated-key-")), "private-key.pem");
  writeFileSync(file, pair.privateKey, { mode: 0o600 });
  console.log(`The private key of the user is in ${file}`);
  return pair.publicKey;
}

/** Lets the venue misbehave as the lines of input say. */
function obeyInput(venue: SimulatedVenue): void {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const kind = line.trim();
    if (kind === "") return;
    try {
      if (kind !== "?") venue.misbehave(kind);
      else
        for (const [name, rule] of Object.entries(venue.misbehaviours))
          console.log(`${name}: ${rule}`);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      console.error(error.message);
    }
  });
}

/** Returns the whole number of an argument. */
function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) fail(`--${name} is a whole number, not ${text}.`);
  return Number(text);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Serves the venue that the arguments name until a signal ends the process. */
export async function runVenue(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: "string", default: "0" },
      "step-ms": { type: "string", default: "100" },
      seed: { type: "string", default: "1" },
      "key-id": { type: "string" },
      secret: { type: "string" },
      "public-key": { type: "string" },
    },
  });
  const [name = ""] = positionals;
  const served = Object.hasOwn(venues, name) ? venues[name] : undefined;
  if (served === undefined) {
    fail(`Say which venue to serve: ${Object.keys(venues).join(", ")}.`);
  }
  const keyFile = values["public-key"];
  const venue = served.create(
    { clock: systemClock, random: seededRandom(wholeNumber("seed", values.seed)) },
    {
      keyId: values["key-id"],
      secret: values.secret,
      publicKey:
        keyFile !== undefined
          ? readFileSync(keyFile, "utf8")
          : served.needsKeyPair
            ? makeKeyPair()
            : undefined,
    },
  );
  const { url, stop } = await serveSimulator(venue, {
    port: wholeNumber("port", values.port),
    stepMs: wholeNumber("step-ms", values["step-ms"]),
  });
  console.log(`${name} with ${venue.markets.join(", ")} at ${url}`);
  obeyInput(venue);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stop().then(() => process.exit(0));
    });
  }
}
