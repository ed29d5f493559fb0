import { testWorlds } from "./test-worlds.ts";

testWorlds("bitfinex", ["gaps", "checksums"]);
