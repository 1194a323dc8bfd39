/**
 * Resident memory of the process in bytes, mapped pages included. Reading it takes a file descriptor:
 * undefined if there is none left.
 */
export function residentBytes(): number | undefined {
  try {
    return process.memoryUsage.rss();
  } catch {
    return undefined;
  }
}
