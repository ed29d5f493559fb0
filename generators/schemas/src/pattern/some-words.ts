import { type CharSet, Words } from "refa";
import type { Language } from "./language.ts";

type State = Language["initial"];

/** A path through the automaton, as a list that starts with the last step. */
interface Way {
  readonly characters: CharSet;
  readonly before: Way | undefined;
}

/**
 * Lists up to `count` strings of a set, shortest first. At most `count` paths are kept for each state, so
 * the time is linear in the size of the automaton. Without this limit, each further character would double
 * the time.
 */
export function someWords(language: Language, count: number): readonly string[] {
  const words: string[] = [];
  const useful = statesBefore(language);
  const visits = new Map<State, number>();
  let waiting: { readonly state: State; readonly way: Way | undefined }[] = [
    { state: language.initial, way: undefined },
  ];
  while (waiting.length > 0) {
    const next: typeof waiting = [];
    for (const { state, way } of waiting) {
      const visited = visits.get(state) ?? 0;
      if (visited >= count || !useful.has(state)) continue;
      visits.set(state, visited + 1);
      if (language.finals.has(state)) words.push(...wordsOf(way, count - words.length));
      if (words.length >= count) return words;
      for (const [target, characters] of state.out) {
        next.push({ state: target, way: { characters, before: way } });
      }
    }
    waiting = next;
  }
  return words;
}

/** Returns the states from which a final state can be reached. */
function statesBefore({ initial, finals }: Language): ReadonlySet<State> {
  const sources = new Map<State, State[]>([[initial, []]]);
  for (const [state] of sources) {
    for (const target of state.out.keys()) {
      const known = sources.get(target);
      if (known === undefined) sources.set(target, [state]);
      else known.push(state);
    }
  }
  const found = new Set<State>([...finals].filter((state) => sources.has(state)));
  for (const state of found) for (const source of sources.get(state) ?? []) found.add(source);
  return found;
}

/** Lists the words of a path. The last character varies first. */
function wordsOf(way: Way | undefined, count: number): readonly string[] {
  let words: readonly (readonly number[])[] = [[]];
  const sets: CharSet[] = [];
  for (let at = way; at !== undefined; at = at.before) sets.unshift(at.characters);
  for (const set of sets) {
    const characters = firstCharacters(set, count);
    words = words
      .flatMap((word) => characters.map((character) => [...word, character]))
      .slice(0, count);
  }
  return words.map((word) => Words.fromUnicodeToString(word));
}

function firstCharacters(set: CharSet, count: number): readonly number[] {
  const characters: number[] = [];
  for (const character of set.characters()) {
    characters.push(character);
    if (characters.length >= count) break;
  }
  return characters;
}
