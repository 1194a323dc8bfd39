/**
 * Which core what runs on: servers on the first, the load on the second, so that neither takes time from the
 * other.
 *
 * The cores are the first two that the bench itself may use; without `taskset`, or with one core, nothing is
 * pinned.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type Role = 'server' | 'load';

/** The command that runs another on the core of its role. */
export function pinned(role: Role, command: string, args: readonly string[]): [string, string[]] {
  const core = coreOf(role);
  return core === undefined ? [command, [...args]] : ['taskset', ['-c', String(core), command, ...args]];
}

/** A note if nothing is pinned. */
export function unpinnedNote(): readonly string[] {
  return coreOf('server') === undefined
    ? ['Neither servers nor load were pinned to a core: taskset is missing, or there is one core alone.']
    : [];
}

let cores: readonly number[] | undefined;

function coreOf(role: Role): number | undefined {
  cores ??= isInstalled('taskset') ? allowedCores() : [];
  const [first, second] = cores;
  if (second === undefined) return undefined;
  return role === 'server' ? first : second;
}

/** @param harmlessOption what it takes without doing anything */
export function isInstalled(command: string, harmlessOption = '--version'): boolean {
  return spawnSync(command, [harmlessOption], { stdio: 'ignore' }).error === undefined;
}

function allowedCores(): readonly number[] {
  const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '';
  return parseCoreList(list);
}

/** `0-2,5` as `cpuset(7)` writes lists of processors: 0, 1, 2, 5. */
export function parseCoreList(list: string): readonly number[] {
  return list
    .split(',')
    .filter((range) => range !== '')
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, n) => from + n);
    });
}
