import type { RollingWindows, WindowId } from '../../../src/actors/windows/rolling-windows.js';

/** One of many windows, told the limit in force with each question. */
export class OneWindow {
  readonly id: WindowId;
  readonly #windows: RollingWindows;

  constructor(windows: RollingWindows, subject: string) {
    this.#windows = windows;
    this.id = windows.hold(subject, 0);
  }

  admit(nowMs: number, limit: number): boolean {
    this.#windows.setLimit(this.id, limit);
    return this.#windows.admit(this.id, nowMs);
  }

  remaining(nowMs: number, limit: number): number {
    this.#windows.setLimit(this.id, limit);
    return this.#windows.standing(this.id, nowMs).remaining;
  }

  waitMs(nowMs: number, limit: number): number {
    this.#windows.setLimit(this.id, limit);
    return this.#windows.waitMs(this.id, nowMs);
  }

  resetMs(nowMs: number, limit: number): number {
    this.#windows.setLimit(this.id, limit);
    return this.#windows.standing(this.id, nowMs).resetMs;
  }

  counted(nowMs: number): number {
    return this.#windows.counted(this.id, nowMs);
  }

  restore(atMs: number, count: number): void {
    this.#windows.restore(this.id, atMs, count);
  }

  runs(fromMs: number, toMs: number): { readonly atMs: number; readonly count: number }[] {
    const runs: { readonly atMs: number; readonly count: number }[] = [];
    this.#windows.eachRun(this.id, fromMs, toMs, (atMs, count) => runs.push({ atMs, count }));
    return runs;
  }
}
