import type { Emitter } from "@specwright/emit/print";
import { bundleSpecification } from "@specwright/spec-loader";

/**
 * Creates the emitter of documents for other tools: `openapi.yaml` or `asyncapi.yaml` as one file.
 * For AsyncAPI, also `asyncapi.turned.yaml`, with send and receive swapped.
 */
export function bundleEmitter(): Emitter {
  return {
    name: "bundle",
    async emit({ contract: { format }, specification, text }) {
      if (specification === undefined) return;
      text(`${format}.yaml`, await bundleSpecification(specification).print("yaml"));
      if (format === "openapi") return;
      const turned = bundleSpecification(specification, { perspective: "consumer" });
      text(`${format}.turned.yaml`, await turned.print("yaml"));
    },
  };
}
