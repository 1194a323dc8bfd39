import type { CommandIo } from '../../../src/cli/framework/command.js';

export interface MadeUpIo extends CommandIo {
  readonly said: { out: string; err: string };
}

/** A process without a terminal, in a folder and an environment of its own, that keeps what was said. */
export function madeUpIo(given: Partial<CommandIo> = {}): MadeUpIo {
  const said = { out: '', err: '' };
  return {
    said,
    out: {
      write: (text) => {
        said.out += text;
      },
    },
    err: {
      write: (text) => {
        said.err += text;
      },
    },
    environment: {},
    folder: '/nowhere',
    ask: undefined,
    nowMs: () => 0,
    wallMs: () => 1_795_229_000_000,
    ...given,
  };
}
