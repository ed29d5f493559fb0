// Loaded into a process before its program: shifts its time of day by the milliseconds in the file
// that the query of its URL names, which is read again at SIGUSR2. Timers are not affected, as with
// a real clock.

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
