/** Creates a function that makes names unique: different from each other and from `names`. */
export function uniqueNames(names: ReadonlySet<string>): (wanted: string) => string {
  const taken = new Set(names);
  return (wanted) => {
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
    taken.add(name);
    return name;
  };
}
