import type { Emitter } from "@specwright/emit/print";
import { bundleSpecification } from "@specwright/spec-loader";

/**
 * Creates an emitter that writes the document as a single file for other tools: `openapi.yaml` or
 * `asyncapi.yaml`. For AsyncAPI, also writes `asyncapi.turned.yaml`, in which send and receive are swapped.
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
