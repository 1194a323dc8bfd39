/** The settings of a history as options of the program. */
import type { NodeSettings } from '../../history/node-history.js';

/** Every setting but `commitMsMax`, which only a simulated disk knows. */
export function argumentsOf({ commitMsMax: _, ...settings }: NodeSettings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ]);
}
