// The value of a file while overlays change it. Changed parts are copied. Each copy remembers where
// its members are written, so that a diagnostic leads to the right text.

import { joinPointer, memberAtToken } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setMember,
} from "../json/json-value.ts";
import type { LoadedFile } from "../text/file-store.ts";

/** Where a value is written. */
export interface Origin {
  readonly file: LoadedFile;
  readonly pointer: string;
}

/** A key of an object or an index of an array. */
export type Token = string | number;

/** Returns the place of a member or item whose parent is written in one piece. */
export function originIn({ file, pointer }: Origin, token: Token): Origin {
  return { file, pointer: joinPointer(pointer, token) };
}

/** A copied object or array, which can be changed. */
interface Copy {
  readonly value: JsonObject | JsonArray;
  originOf(token: Token): Origin | undefined;
  /** Sets a value. Without an origin, keeps the previous one. */
  put(token: Token, value: JsonValue, origin?: Origin): void;
  remove(token: Token): void;
}

/** A value that can be changed, with the places where its parts are written. */
export class EditedValue {
  readonly #copies = new Map<JsonValue, Copy>();
  readonly #top: Origin;
  root: JsonValue;

  constructor(file: LoadedFile) {
    this.#top = { file, pointer: "" };
    this.root = file.spec.root;
  }

  /** Returns where a value is written. If it is missing, returns the place of its nearest parent. */
  originOf(location: readonly Token[]): Origin {
    let origin = this.#top;
    let value = this.root;
    for (const token of location) {
      const next = memberAtToken(value, `${token}`);
      if (next === undefined) break;
      origin = this.#copies.get(value)?.originOf(token) ?? originIn(origin, token);
      value = next;
    }
    return origin;
  }

  /** Sets a member of an object or an item of an array. The index may be one after the last. */
  set(location: readonly Token[], value: JsonValue, origin: Origin): void {
    this.#copyAt(location.slice(0, -1))?.put(location.at(-1) ?? "", value, origin);
  }

  /** Removes a member or an item; later items move up. */
  remove(location: readonly Token[]): void {
    this.#copyAt(location.slice(0, -1))?.remove(location.at(-1) ?? "");
  }

  /** Copies the value at a location, and all its parents. */
  #copyAt(location: readonly Token[]): Copy | undefined {
    let origin = this.#top;
    let copy = this.#copyOf(this.root, origin);
    if (copy !== undefined) this.root = copy.value;
    for (const token of location) {
      const child = copy && memberAtToken(copy.value, `${token}`);
      if (copy === undefined || child === undefined) return undefined;
      origin = copy.originOf(token) ?? originIn(origin, token);
      const inner = this.#copyOf(child, origin);
      if (inner !== undefined) copy.put(token, inner.value);
      copy = inner;
    }
    return copy;
  }

  #copyOf(value: JsonValue, origin: Origin): Copy | undefined {
    const known = this.#copies.get(value);
    if (known !== undefined) return known;
    if (!isJsonObject(value) && !isJsonArray(value)) return undefined;
    const copy = isJsonArray(value)
      ? new CopiedArray(value, origin)
      : new CopiedObject(value, origin);
    this.#copies.set(copy.value, copy);
    return copy;
  }
}

class CopiedObject implements Copy {
  readonly value: Record<string, JsonValue> = {};
  readonly #origins = new Map<string, Origin>();

  constructor(value: JsonObject, origin: Origin) {
    for (const key of Object.keys(value)) {
      this.put(key, value[key] ?? null, originIn(origin, key));
    }
  }

  originOf(token: Token): Origin | undefined {
    return this.#origins.get(`${token}`);
  }

  put(token: Token, value: JsonValue, origin?: Origin): void {
    setMember(this.value, `${token}`, value);
    if (origin !== undefined) this.#origins.set(`${token}`, origin);
  }

  remove(token: Token): void {
    delete this.value[`${token}`];
    this.#origins.delete(`${token}`);
  }
}

class CopiedArray implements Copy {
  readonly value: JsonValue[];
  readonly #origins: Origin[];

  constructor(value: JsonArray, origin: Origin) {
    this.value = [...value];
    this.#origins = value.map((_, index) => originIn(origin, index));
  }

  originOf(token: Token): Origin | undefined {
    return this.#origins[Number(token)];
  }

  put(token: Token, value: JsonValue, origin?: Origin): void {
    this.value[Number(token)] = value;
    if (origin !== undefined) this.#origins[Number(token)] = origin;
  }

  remove(token: Token): void {
    this.value.splice(Number(token), 1);
    this.#origins.splice(Number(token), 1);
  }
}
