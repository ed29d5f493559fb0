// Loaded into a process before its program: shifts its time of day by the milliseconds in a file, which the
// query of this module's URL names and SIGUSR2 reads again. Timers are not affected, as with a real clock.

import { readFileSync } from "node:fs";

const file = new URL(import.meta.url).searchParams.get("file") ?? "";
const now = Date.now;
let shiftMs = 0;

function read(): void {
  shiftMs = Number(readFileSync(file, "utf8"));
}

read();
process.on("SIGUSR2", read);
Date.now = () => now() + shiftMs;
