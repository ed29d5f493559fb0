import { testWorlds } from "./test-worlds.ts";

testWorlds("polymarket", []);
