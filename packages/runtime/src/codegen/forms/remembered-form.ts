import { deferredForm, type Form } from "./form.ts";

/** The results of one run, by form and by the value that was converted. */
interface Run {
  readonly decoded: Map<Form, Map<unknown, Map<unknown, unknown>>>;
  readonly encoded: Map<Form, Map<unknown, unknown>>;
}

/** The current run. Nothing is kept between runs, because values change. */
let current: Run | undefined;

/**
 * Creates a form that converts each array or object only once in a run, for schemas that contain
 * themselves in several branches.
 */
export function rememberedForm(create: () => Form): Form {
  const form = deferredForm(create);
  return {
    decode: (wire, value) =>
      isNode(wire) ? inRun((run) => decodeOnce(run, form, wire, value)) : form.decode(wire, value),
    encode: (value) =>
      isNode(value) ? inRun((run) => encodeOnce(run, form, value)) : form.encode(value),
  };
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function inRun(convert: (run: Run) => unknown): unknown {
  if (current !== undefined) return convert(current);
  current = { decoded: new Map(), encoded: new Map() };
  try {
    return convert(current);
  } finally {
    current = undefined;
  }
}

function decodeOnce({ decoded }: Run, form: Form, wire: object, value: unknown): unknown {
  const ofForm = decoded.get(form) ?? new Map<unknown, Map<unknown, unknown>>();
  decoded.set(form, ofForm);
  const ofWire = ofForm.get(wire) ?? new Map<unknown, unknown>();
  ofForm.set(wire, ofWire);
  if (ofWire.has(value)) return ofWire.get(value);
  const result = form.decode(wire, value);
  // A second branch receives what the first has made of the value.
  ofWire.set(value, result).set(result, result);
  return result;
}

function encodeOnce({ encoded }: Run, form: Form, value: object): unknown {
  const ofForm = encoded.get(form) ?? new Map<unknown, unknown>();
  encoded.set(form, ofForm);
  if (ofForm.has(value)) return ofForm.get(value);
  const result = form.encode(value);
  ofForm.set(value, result).set(result, result);
  return result;
}
