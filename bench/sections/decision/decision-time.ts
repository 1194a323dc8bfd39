/**
 * CPU time of this process, all threads, in ns: what else the machine does is not in it. In steps of 1,000.
 */
export function cpuNs(): number {
  const { user, system } = process.cpuUsage();
  return 1_000 * (user + system);
}
