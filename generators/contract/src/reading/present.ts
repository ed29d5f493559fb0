/** `Fields` with every field that may be undefined made optional instead. */
export type Present<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<
    Fields[Key],
    undefined
  >;
};

/** Removes the fields that are undefined, so that they are absent. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  const kept: Partial<Fields> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    if (fields[name] !== undefined) kept[name] = fields[name];
  }
  return kept as Partial<Fields> & Present<Fields>;
}
