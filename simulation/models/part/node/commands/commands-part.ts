/**
 * The commands that manage a node, before a node that answers, puts off, refuses or goes away: the requests
 * that they make, the lines and documents that they print, and the statuses with which they end.
 */
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import { COMMANDS, type CommandFact, type Typed } from './command-facts.js';
import { CommandsCourse } from './commands-course.js';
import type { RunAct } from './run-act.js';
import { drawnRecord } from './shown-records.js';
import { hasWrong, typedValue, type ValueKind } from './typed-values.js';

const NAMES = Object.keys(COMMANDS);

export function commandsPart(): Part<undefined, RunAct> {
  return {
    name: 'commands',
    limits: () => undefined,
    act: drawnAct,
    pauseMs: () => 0,
    begin: (trial) => new CommandsCourse(trial),
  };
}

function drawnAct(random: Random): RunAct {
  const command = random.pick(NAMES);
  const fact = COMMANDS[command] as CommandFact;
  const isList = fact.answer === 'list';
  const asJson = fact.answer !== 'void' && random.chance(0.4);
  const limit = isList && random.chance(0.4) ? random.pick([1, 2, 49, 100, 101, 150]) : undefined;
  return {
    do: 'run',
    command,
    ...typedFor(random, fact),
    isJson: asJson,
    isQuiet: fact.quiet !== undefined && random.chance(0.3),
    isSure: fact.warns !== undefined && random.chance(0.3),
    ...(random.chance(0.4) ? { said: random.pick(['y', 'YES', ' yes ', 'n', '', 'yep']) } : {}),
    ...(limit === undefined ? {} : { limit }),
    isAll: isList && random.chance(0.2),
    // More than one page of them, if more than one is asked for.
    rows: (limit ?? 0) > 100 ? random.pick([101, 149, 201]) : random.pick([0, 1, 2, 3, 4, 50, 51, 101]),
    busy: random.weighted([
      [8, 0],
      [2, 1],
      [1, 5],
      [1, 6],
    ]),
    wait: random.pick(['ms', 'ms', 'seconds', 'none']),
    end: random.weighted<RunAct['end']>([
      [8, 'answers'],
      [3, 'replays'],
      [1, 'refuses'],
      [0.5, 'knows_not'],
      [0.5, 'strange'],
      [0.5, 'nameless'],
      [1, 'cut'],
    ]),
    record: recordFor(random, command, fact),
    voided: Array.from({ length: random.between(1, 3) }, () => random.pick([0, 0.1, 0.2, 12_345.000001])),
    held: random.pick([0, 0.5]),
    keyIn: random.pick(['environment', 'file', 'both', 'folder']),
    isUrlTyped: random.chance(0.5),
  };
}

/** At most one value is wrong. */
function typedFor(random: Random, fact: CommandFact): Typed & { readonly isWrong: boolean } {
  const { words = [], options = {}, required } = fact;
  const given = Object.entries(options).filter(([name]) => name === required || random.chance(0.6));
  const kinds: readonly ValueKind[] = [...words, ...given.map(([, kind]) => kind)];
  const wrong = random.chance(0.25) ? random.below(kinds.length + 1) : -1;
  const typed = (kind: ValueKind, at: number) => typedValue(random, kind, at === wrong);
  return {
    words: words.map(typed),
    options: Object.fromEntries(given.map(([name, kind], n) => [name, typed(kind, words.length + n)])),
    isWrong: kinds.some((kind, at) => at === wrong && hasWrong(kind)),
  };
}

/** A secret is in the answer that makes it, and null in that to a repeat of a making. */
function recordFor(random: Random, command: string, { answer }: CommandFact): RunAct['record'] {
  if (answer === 'list' || answer === 'void') return {};
  const record = drawnRecord(random, answer);
  if (command === 'keys rotate') return { ...record, key: 'sk-made' };
  return command === 'keys create' ? { ...record, key: random.pick(['sk-made', null]) } : record;
}
