/** The wishes of a command line of `npm run bench`. */
import type { GivenArguments, Syntax } from '../src/cli/framework/command.js';
import { numberOf } from '../src/cli/framework/values.js';
import { ConfigError } from '../src/node/config/start-refused.js';

export interface BenchCommand {
  /** As named, in the order of the list; if none is named, all that run unasked. */
  readonly sections: readonly string[];
  readonly rounds: number;
  readonly secondsPerRound: number;
  readonly minutes: number;
  readonly isQuick: boolean;
  readonly only: readonly string[];
  readonly isJson: boolean;
  readonly isList: boolean;
  /** File that takes the JSON. */
  readonly out: string | undefined;
  /** Folder below which sections keep their data; it decides which disk is measured. */
  readonly folder: string | undefined;
}

/** As much of a section as the command line decides on. */
export interface KnownSection {
  readonly name: string;
  readonly isRunByNameOnly?: boolean;
}

const COUNT = { least: 1, most: 99_999 };

export const BENCH_SYNTAX: Syntax = {
  arguments: [
    {
      name: 'SECTION',
      description: 'Section to measure; --list names them. Default: all that do not take long.',
      isRepeatable: true,
    },
  ],
  options: [
    { name: 'list', description: 'Print the sections, and what each measures.' },
    {
      name: 'rounds',
      placeholder: 'N',
      description: 'Rounds; a figure is the median over them. Default 7, with --quick 3.',
    },
    {
      name: 'seconds',
      placeholder: 'N',
      description: 'Seconds of load that a round puts on each thing compared. Default 3, with --quick 1.',
    },
    {
      name: 'minutes',
      placeholder: 'N',
      description: 'Minutes of the soak. Default 60; with --quick it is always half a minute.',
    },
    { name: 'quick', description: 'Smaller and shorter: to see that it works, not to quote.' },
    {
      name: 'only',
      placeholder: 'WORD',
      description: 'Compare only with what has the word in its name. Can be given several times.',
      isRepeatable: true,
    },
    { name: 'json', description: 'Print JSON instead of tables.' },
    { name: 'out', placeholder: 'FILE', description: 'Write the JSON into a file, beside the tables.' },
    {
      name: 'folder',
      placeholder: 'DIR',
      description: "Where data folders are made. Default the system's folder for temporary files.",
    },
  ],
};

/** @throws ConfigError */
export function benchCommand(given: GivenArguments, known: readonly KnownSection[]): BenchCommand {
  const unknown = given.words.find((name) => !known.some((section) => section.name === name));
  if (unknown !== undefined) {
    throw new ConfigError(
      `there is no section ${unknown}; there are ${known.map(({ name }) => name).join(', ')}`,
    );
  }
  const isWanted = ({ name, isRunByNameOnly }: KnownSection) =>
    given.words.length > 0 ? given.words.includes(name) : isRunByNameOnly !== true;
  const countOf = (option: string, fallback: number) =>
    numberOf(`--${option}`, given.value(option) ?? String(fallback), COUNT);
  const isQuick = given.has('quick');
  return {
    sections: known.filter(isWanted).map(({ name }) => name),
    rounds: countOf('rounds', isQuick ? 3 : 7),
    secondsPerRound: countOf('seconds', isQuick ? 1 : 3),
    minutes: countOf('minutes', 60),
    isQuick,
    only: given.values('only'),
    isJson: given.has('json'),
    isList: given.has('list'),
    out: given.value('out'),
    folder: given.value('folder'),
  };
}
