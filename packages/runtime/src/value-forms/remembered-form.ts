import { deferredForm, type Form } from "./form.ts";

/** The results of one run, by form and by converted value. */
interface Run {
  readonly decoded: Map<Form, Map<unknown, Map<unknown, unknown>>>;
  /** Two maps: the first for values to check, the second for values to write. */
  readonly encoded: readonly [Map<Form, Results>, Map<Form, Results>];
}

type Results = Map<unknown, unknown>;

/** The current run. Results are not kept between runs, because values may change. */
let current: Run | undefined;

/**
 * Creates a form that converts each array or object only once in a run, for schemas that contain
 * themselves in several branches.
 */
export function rememberedForm(create: () => Form): Form {
  const form = deferredForm(create);
  return {
    decode: (wire, value, source) =>
      isNode(wire)
        ? inRun((run) => decodeOnce(run, form, wire, value, source))
        : form.decode(wire, value, source),
    encode: (value, exact = false) =>
      isNode(value)
        ? inRun((run) => encodeOnce(run, form, value, exact))
        : form.encode(value, exact),
  };
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function inRun(convert: (run: Run) => unknown): unknown {
  if (current !== undefined) return convert(current);
  current = { decoded: new Map(), encoded: [new Map(), new Map()] };
  try {
    return convert(current);
  } finally {
    current = undefined;
  }
}

function decodeOnce(
  { decoded }: Run,
  form: Form,
  wire: object,
  value: unknown,
  source: unknown,
): unknown {
  const ofForm = decoded.get(form) ?? new Map<unknown, Results>();
  decoded.set(form, ofForm);
  const ofWire: Results = ofForm.get(wire) ?? new Map<unknown, unknown>();
  ofForm.set(wire, ofWire);
  if (ofWire.has(value)) return ofWire.get(value);
  const result = form.decode(wire, value, source);
  // A second branch receives the first branch's result as its value, so the result is stored under itself
  // too.
  ofWire.set(value, result).set(result, result);
  return result;
}

function encodeOnce({ encoded }: Run, form: Form, value: object, exact: boolean): unknown {
  const ofMode = encoded[exact ? 1 : 0];
  const ofForm: Results = ofMode.get(form) ?? new Map<unknown, unknown>();
  ofMode.set(form, ofForm);
  if (ofForm.has(value)) return ofForm.get(value);
  const result = form.encode(value, exact);
  ofForm.set(value, result).set(result, result);
  return result;
}
