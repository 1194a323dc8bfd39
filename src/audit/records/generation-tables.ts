/** `generations`, `open_generations`. */
import { generationsTally } from '../../actors/generations/tallies.js';
import { MARKED_RESERVED } from '../../actors/money/tallies.js';
import { generationMachine } from '../../machines/generation.js';
import { MachineRunner } from '../../machines/run-machine.js';
import { priceOfTokens, type TokenPrices } from '../../money/micro-da.js';
import { GENERATION, OPEN_GENERATION } from './shapes/generation-shapes.js';
import { readRecord } from './shapes/record-shapes.js';
import { type MakeTableAudit, tallier } from './table-audit.js';

type Generation = (typeof GENERATION)['_output'];

const runner = new MachineRunner(generationMachine);

export const auditGenerations: MakeTableAudit = (context) => {
  const tally = tallier(context);
  return {
    record(id, value) {
      const read = readRecord(GENERATION, value);
      if (!read.ok) {
        return context.report('unreadable_record', 'generations', id, `generation ${id}: ${read.why}`);
      }
      const generation = read.record;
      const objection = validateGeneration(generation);
      if (objection !== undefined)
        context.report('generation_state', 'generations', id, `generation ${id}: ${objection}`);
      const { key, reserved, marked = 0, status, cost } = generation;
      const isOpen = status === 'open';
      context.post('generationMoney', 'left', id, 'reserved', isOpen ? reserved : 0);
      context.post('generationMoney', 'left', id, 'marked', isOpen ? marked : 0);
      context.post('generationMoney', 'left', id, 'charged', cost ?? 0);
      if (isOpen) context.post('openGenerations', 'left', id, openLabel(key, reserved), 1);
      else context.post('generationExpiry', 'left', id, '', 1);
      tally(generationsTally(status), 1);
    },
  };
};

/** The fault of a generation by itself; undefined if it has none. */
function validateGeneration({ status, machine, cost, prices, reserved }: Generation): string | undefined {
  const snapshot = runner.at(machine);
  if (!snapshot.hasTag(status)) return `its status is ${status}, and its machine is at ${snapshot.path}`;
  if (snapshot.isDone !== (cost !== null))
    return `its machine is at ${snapshot.path}, and it is ${cost === null ? 'not ' : ''}settled`;
  if (cost === null) return undefined;
  const { promptTokens = 0, completionTokens = 0 } = machine.context.end ?? {};
  const price = priceOfTokens(prices as TokenPrices, promptTokens, completionTokens);
  const due = price === undefined || price > reserved ? reserved : price;
  return due === cost ? undefined : `it cost ${cost}, and its tokens come to ${due}`;
}

function openLabel(key: string, reserved: number): string {
  return `key ${key}, ${reserved} reserved`;
}

export const auditOpenGenerations: MakeTableAudit = (context) => {
  const tally = tallier(context);
  return {
    record(id, value) {
      const read = readRecord(OPEN_GENERATION, value);
      if (!read.ok) {
        const what = `open generation ${id}: ${read.why}`;
        return context.report('unreadable_record', 'open_generations', id, what);
      }
      const { key, reserved, marked = 0 } = read.record;
      context.post('openGenerations', 'right', id, openLabel(key, reserved), 1);
      context.post('keyReserves', 'right', key, 'open_generations', 1);
      context.post('keyReserves', 'right', key, 'reserved', reserved);
      if (marked > 0) tally(MARKED_RESERVED, marked);
    },
  };
};
