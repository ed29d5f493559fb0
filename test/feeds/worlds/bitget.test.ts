import { testWorlds } from "./test-worlds.ts";

testWorlds("bitget", ["checksums"]);
