/**
 * The process whose instructions are counted: prepares a workload, warms up, and does so many operations.
 *
 *     node run-workload.js NAME COUNT     COUNT is 0, or the workload's own number
 *
 * On standard output come the bytes that the operations allocated on V8's heap; right if no garbage is
 * collected.
 */
import { setFlagsFromString } from 'node:v8';
import { tuneEngine } from '../../src/node/machine/engine.js';
import { assertOutcomes } from './workload.js';
import { WORKLOADS } from './workloads.js';

/** How much bytecode a function runs before it is compiled for good; V8's own is 132 KB. */
const BUDGET = 30_000;

// Code that has not run yet has the budget that stands when it first does.
setFlagsFromString(`--interrupt-budget=${BUDGET}`);
// As a node in production does.
tuneEngine();
const [name, count] = process.argv.slice(2);
const workload = WORKLOADS.find((one) => one.name === name);
if (workload === undefined) throw new Error(`no workload is called ${name}`);
const { warmUps } = workload;
const { run } = await workload.prepare();

assertOutcomes(workload, warmUps, await run(0, warmUps));
// Nothing is compiled for good from now on: when a rare function has been called often enough is chance.
setFlagsFromString('--max-optimized-bytecode-size=0');

const before = process.memoryUsage().heapUsed;
if (Number(count) > 0) assertOutcomes(workload, Number(count), await run(warmUps, warmUps + Number(count)));
process.stdout.write(`${process.memoryUsage().heapUsed - before}\n`);
