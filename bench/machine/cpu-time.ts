/** CPU time of running processes and of the machine, from `proc(5)`. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in these; sysconf(_SC_CLK_TCK) is 100 on every Linux in use. */
export const TICKS_PER_SECOND = 100;

/**
 * Seconds of user and system time of all threads of a process and of the processes it started, while they
 * run.
 */
export function cpuSeconds(pid: number): number {
  return (
    ownTicks(pid) / TICKS_PER_SECOND + childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0)
  );
}

function ownTicks(pid: number): number {
  return ticksIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

/** @param stat the line of `/proc/PID/stat`; the name in it may hold spaces and brackets */
export function ticksIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
}

/**
 * Seconds that all cores together spent on anything since the machine started, and seconds a hypervisor took
 * away.
 */
export function machineCpuSeconds(): number {
  return busyTicksIn(readFileSync('/proc/stat', 'latin1')) / TICKS_PER_SECOND;
}

/** @param stat the text of `/proc/stat` */
export function busyTicksIn(stat: string): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    /^cpu +(.*)$/m.exec(stat)?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return user + nice + system + irq + softirq + steal;
}
