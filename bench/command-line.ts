/** What a command line of `npm run bench` asks for. */
import { parseArgs } from 'node:util';
import { messageOf } from '../src/errors/error-text.js';

export interface BenchCommand {
  /** As named, in the order of the list; all that run unasked where none is named. */
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

/** Message: one line that names what is wrong. */
export class WrongCommand extends Error {
  override readonly name = 'WrongCommand';
}

export const USAGE = `npm run bench -- [section ...] [options]

  --list         the sections, and what each measures
  --rounds N     rounds, of which a figure is the median (7; quick 3)
  --seconds N    seconds of load a round on each thing compared (3; quick 1)
  --minutes N    minutes of the soak (60; a quick one is a fixed half a minute)
  --quick        smaller and shorter: to see that it works, not to quote
  --only WORD    compare only with what has the word in its name; several times for several words
  --json         JSON on standard output instead of tables
  --out FILE     JSON into a file, beside the tables
  --folder DIR   where data folders are made (the system's folder for temporary files)
`;

/** @throws WrongCommand */
export function parseCommand(args: readonly string[], known: readonly KnownSection[]): BenchCommand {
  const { values, positionals } = parsed(args);
  const unknown = positionals.find((name) => !known.some((section) => section.name === name));
  if (unknown !== undefined) {
    throw new WrongCommand(
      `there is no section ${unknown}; there are ${known.map(({ name }) => name).join(', ')}`,
    );
  }
  const isWanted = ({ name, isRunByNameOnly }: KnownSection) =>
    positionals.length > 0 ? positionals.includes(name) : isRunByNameOnly !== true;
  return {
    sections: known.filter(isWanted).map(({ name }) => name),
    rounds: atLeastOne('rounds', values.rounds, values.quick ? 3 : 7),
    secondsPerRound: atLeastOne('seconds', values.seconds, values.quick ? 1 : 3),
    minutes: atLeastOne('minutes', values.minutes, 60),
    isQuick: values.quick,
    only: values.only,
    isJson: values.json,
    isList: values.list,
    out: values.out,
    folder: values.folder,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        minutes: { type: 'string' },
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        out: { type: 'string' },
        folder: { type: 'string' },
      },
    });
  } catch (error) {
    throw new WrongCommand(messageOf(error));
  }
}

function atLeastOne(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new WrongCommand(`--${option} takes a whole number from 1, not ${text}`);
  return Number(text);
}
