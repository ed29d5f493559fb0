import { builtInEmitters, defineConfig } from "@specwright/cli";
import { constantsEmitter } from "./emit-constants.ts";

export default defineConfig({
  contracts: [
    {
      input: "shop.yaml",
      output: "out",
      emitters: [...builtInEmitters(["types"]), constantsEmitter()],
    },
  ],
});
