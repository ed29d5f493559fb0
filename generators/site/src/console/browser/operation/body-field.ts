import { memberOf } from "@specwright/runtime";
import type {
  BodyDescriptor,
  FormDescriptor,
  MediaDescriptor,
  PartsDescriptor,
} from "@specwright/runtime/transport";
import { element } from "../dom/element.ts";
import { choice, labelled, textArea, textInput } from "../dom/labelled.ts";
import { prettyJson } from "../text/pretty-json.ts";
import { readTyped } from "../text/read-parameter.ts";

/** The body that a reader entered. */
export interface FilledBody {
  /** The chosen media type. Set only if the contract offers several media types. */
  readonly contentType?: string;
  readonly body?: unknown;
}

/** The form field for the body of a request. */
export interface BodyField {
  readonly element: HTMLElement;
  /**
   * Reads the body.
   *
   * @throws Error if the body does not match its schema.
   */
  read(): FilledBody;
}

/** The form field for a body in one media type. */
interface MediaField {
  readonly element: HTMLElement;
  read(): unknown;
}

/** Creates the field for a body. The field initially contains the JSON example. */
export function bodyField(body: BodyDescriptor, example: string | undefined): BodyField {
  const types = Object.entries(body.content);
  const fields = new Map(types.map(([type, media]) => [type, mediaField(type, media, example)]));
  const kind = choice(types.map(([type]) => type));
  const place = element("div");
  const show = (): void => place.replaceChildren(...fieldNodes(fields.get(kind.value)));
  kind.addEventListener("change", show);
  show();
  const legend = element(
    "legend",
    {},
    `Body (${body.required === true ? "required" : "optional"})`,
  );
  const isSingle = types.length < 2;
  const chooser = isSingle ? undefined : labelled("Media type", kind);
  return {
    element: element("fieldset", {}, legend, chooser, place),
    read() {
      const value = fields.get(kind.value)?.read();
      if (value === undefined) return {};
      return { body: value, ...(!isSingle && { contentType: kind.value }) };
    },
  };
}

function fieldNodes(field: MediaField | undefined): readonly Node[] {
  return field === undefined ? [] : [field.element];
}

function mediaField(type: string, media: MediaDescriptor, example: string | undefined): MediaField {
  switch (media.kind) {
    case "json": {
      const area = textArea(8, prettyJson(example ?? "") ?? "");
      return {
        element: labelled(type, area),
        // The codec keeps all digits of large integers.
        read: () => (area.value.trim() === "" ? undefined : media.codec.decode(area.value)),
      };
    }
    case "xml": {
      const area = textArea(8);
      const read = (): unknown => (area.value === "" ? undefined : media.codec.decode(area.value));
      return { element: labelled(type, area), read };
    }
    case "text": {
      const area = textArea(8);
      const read = (): unknown => (area.value === "" ? undefined : area.value);
      return { element: labelled(type, area), read };
    }
    case "sequential": {
      const area = textArea(8);
      // The codec keeps all digits of large integers.
      const read = (): unknown => {
        const lines = area.value.split("\n").filter((line) => line.trim() !== "");
        return lines.length === 0 ? undefined : lines.map((line) => media.codec.decode(line));
      };
      return { element: labelled(type, area, "One JSON item per line."), read };
    }
    case "bytes": {
      const file = textInput("file");
      return { element: labelled(type, file), read: () => file.files?.[0] };
    }
    case "form":
      return formField(media, example);
    case "parts":
      return partsField(media);
    default:
      return media satisfies never;
  }
}

function formField({ fields = {} }: FormDescriptor, example: string | undefined): MediaField {
  const examples = readExample(example);
  const rows = Object.entries(fields).map(([name, { type, array, headers }]) => {
    const isFile = type === "file";
    const control = isFile ? textInput("file") : array ? textArea(2) : textInput();
    if (control instanceof HTMLInputElement && isFile) control.multiple = array === true;
    const given = memberOf(examples, name);
    if (!isFile && (typeof given === "string" || typeof given === "number")) {
      control.value = String(given);
    }
    const hint = array && !isFile ? "One value per line." : undefined;
    const read = (): unknown => {
      const value = readValue();
      if (headers === undefined || value === undefined) return value;
      return Array.isArray(value) ? value.map((each: unknown) => ({ value: each })) : { value };
    };
    const readValue = (): unknown => {
      if (control instanceof HTMLInputElement && type === "file") {
        return array ? [...(control.files ?? [])] : control.files?.[0];
      }
      if (control.value === "" || type === "file") return undefined;
      if (!array) return readTyped(name, type, control.value);
      const lines = control.value.split("\n").filter((line) => line !== "");
      return lines.map((line) => readTyped(name, type, line));
    };
    return { name, read, element: labelled(`${name} (${type})`, control, hint) };
  });
  return {
    element: element("div", {}, ...rows.map((row) => row.element)),
    read() {
      const values = rows.map(({ name, read }) => [name, read()] as const);
      const given = values.filter(([, value]) => value !== undefined);
      return given.length === 0 ? undefined : Object.fromEntries(given);
    },
  };
}

/**
 * Creates the fields for unnamed parts: one field for each position of the prefix, and one field for all
 * further parts.
 */
function partsField({ prefix = [], rest }: PartsDescriptor): MediaField {
  const first = prefix.map((field, index) => [`part ${index + 1}`, field] as const);
  const others =
    rest === undefined ? [] : [["other parts", { ...rest, array: true as const }] as const];
  const form = formField({ kind: "form", fields: Object.fromEntries([...first, ...others]) }, "");
  return {
    element: form.element,
    read() {
      const values = form.read();
      if (values === undefined) return undefined;
      const given = first.map(([name]) => memberOf(values, name));
      const more = memberOf(values, "other parts");
      return Array.isArray(more) ? [...given, ...more] : given;
    },
  };
}

function readExample(example: string | undefined): unknown {
  try {
    return JSON.parse(example ?? "");
  } catch {
    return undefined;
  }
}
