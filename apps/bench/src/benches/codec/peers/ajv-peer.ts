import { type CodecPeer, importFrom, parseAndCheck } from "../codec-peer.ts";
import { withInt64Range } from "../flat-schema.ts";

type Check = (value: unknown) => boolean;
interface AjvModule {
  readonly Ajv: new (options: object) => { compile(schema: object): Check };
}
interface FormatsModule {
  readonly default: { readonly default: (ajv: object) => void };
}

/** ajv with ajv-formats. It checks whether a date exists in the calendar. */
export const ajvPeer: CodecPeer = {
  name: "ajv",
  decoder: "JSON.parse + ajv (lossy)",
  dependencies: { ajv: "8.20.0", "ajv-formats": "3.0.1" },
  load: async (folder, schema) => {
    const { Ajv } = (await importFrom(folder, "ajv")) as AjvModule;
    const formats = (await importFrom(folder, "ajv-formats")) as FormatsModule;
    const ajv = new Ajv({ allowUnionTypes: true });
    formats.default.default(ajv);
    const check = ajv.compile(withInt64Range(schema));
    return { is: check, decode: parseAndCheck(check) };
  },
};
