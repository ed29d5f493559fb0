import { builtInEmitters, type Config } from "@specwright/cli";

const config: Config = {
  contracts: [
    {
      input: "openapi.yaml",
      output: "src/gen",
      emitters: builtInEmitters(["types", "codec", "client", "server", "tanstack-query"]),
    },
  ],
};

export default config;
