/** The C library of the machine: which it is, and whether an addon can be linked with it. */

let known: { readonly version: string | undefined } | undefined;

/**
 * Of the running process, `2.36`; undefined if it is not glibc. The first call takes 3 ms, for which
 * Node.js writes a whole report; without the network's part, for which it would look up names.
 */
export function glibcVersion(): string | undefined {
  known ??= { version: reported() };
  return known.version;
}

function reported(): string | undefined {
  const report = process.report as { excludeNetwork?: boolean; getReport(): object };
  const before = report.excludeNetwork;
  report.excludeNetwork = true;
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } };
  if (before !== undefined) report.excludeNetwork = before;
  return header?.glibcVersionRuntime;
}

/** Of versions as `2.36`, by their parts. */
export function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [majorWanted = 0, minorWanted = 0] = than.split('.').map(Number);
  return major === majorWanted ? minor < minorWanted : major < majorWanted;
}
