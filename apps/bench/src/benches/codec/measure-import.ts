/** Returns the CPU time of importing a module for the first time, in milliseconds. */
export async function measureImport(url: string): Promise<number> {
  // The first import in a process also initializes the loader, so an empty module is imported
  // before.
  const nothing: string = "data:text/javascript,export {};";
  await import(nothing);
  const started = process.cpuUsage();
  await import(url);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
