/**
 * The process that one section runs in: it begins with a fresh heap, and what it leaves behind meets no
 * other.
 *
 * Arguments: the name of the section, and its options as JSON. The outcome goes to the parent as a message.
 * It ends with its parent, and what it started ends with it (`server-process.ts`).
 */

import { messageOf } from '../src/errors/error-text.js';
import type { SectionOutcome } from './report/report.js';
import type { BenchOptions } from './section.js';
import { SECTIONS } from './sections/sections.js';

const [name, json = '{}'] = process.argv.slice(2);
const section = SECTIONS.find((one) => one.name === name);
if (section === undefined) throw new Error(`there is no section ${name}`);

process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(143));
process.on('SIGINT', () => process.exit(130));

const options: BenchOptions = {
  ...(JSON.parse(json) as Omit<BenchOptions, 'progress'>),
  progress: (text) => process.stderr.write(`${section.name}: ${text}\n`),
};
const outcome: SectionOutcome = await section.run(options).then(
  (report) => ({ report }),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    return { failure: messageOf(error) };
  },
);
process.send?.(outcome, () => process.exit(0));
