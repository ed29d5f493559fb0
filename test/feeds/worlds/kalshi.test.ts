import { testWorlds } from "./test-worlds.ts";

testWorlds("kalshi", ["gaps"]);
