// Loaded into a process before its program: its time of day is off by what the file says that
// the query of its URL names, in milliseconds, read again at SIGUSR2. Timers notice nothing, as with
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
