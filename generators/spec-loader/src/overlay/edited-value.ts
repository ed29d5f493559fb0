// The value of a file while overlays change it. Each changed object or array is copied. The copy remembers
// where each of its members was written, so that a diagnostic can show the right file and line.

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

/** The file and pointer where a value was written. */
export interface Origin {
  readonly file: LoadedFile;
  readonly pointer: string;
}

/** A key of an object or an index of an array. */
export type Token = string | number;

/** Returns the place of a member or item that was written together with its parent. */
export function originIn({ file, pointer }: Origin, token: Token): Origin {
  return { file, pointer: joinPointer(pointer, token) };
}

/** A copy of an object or array. The copy may be changed. */
interface Copy {
  readonly value: JsonObject | JsonArray;
  originOf(token: Token): Origin | undefined;
  /** Sets a member or item. Without `origin`, the place where it was written stays. */
  put(token: Token, value: JsonValue, origin?: Origin): void;
  remove(token: Token): void;
}

/** A value that overlays change. Remembers where each part of it was written. */
export class EditedValue {
  readonly #copies = new Map<JsonValue, Copy>();
  readonly #top: Origin;
  root: JsonValue;

  constructor(file: LoadedFile) {
    this.#top = { file, pointer: "" };
    this.root = file.spec.root;
  }

  /**
   * Returns the place where the value at a location was written. If the value does not exist, returns the
   * place of the nearest parent.
   */
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

  /** Sets a member or an item. An index directly after the last item appends the value. */
  set(location: readonly Token[], value: JsonValue, origin: Origin): void {
    this.#copyAt(location.slice(0, -1))?.put(location.at(-1) ?? "", value, origin);
  }

  /** Removes a member or an item. Items after it move to the previous index. */
  remove(location: readonly Token[]): void {
    this.#copyAt(location.slice(0, -1))?.remove(location.at(-1) ?? "");
  }

  /**
   * Copies the value at a location and all its parents, so that the value can be changed. Returns undefined
   * if the location does not contain an object or array.
   */
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
