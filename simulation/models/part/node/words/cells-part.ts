/** Cells of a file that a spreadsheet opens, with texts that people chose, read again by RFC 4180. */

import { cellsOf } from '../../csv-rows.js';
import type { Part } from '../../part.js';

interface CellsAct {
  readonly do: 'row';
  readonly cells: readonly (string | number)[];
}

const CHARACTERS = ['=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', 'a', '1', 'é'];
/** A spreadsheet takes what begins with one of them for a formula. */
const FORMULAS = ['=', '+', '-', '@', '\t', '\r'];

export function cellsPart(): Part<undefined, CellsAct> {
  return {
    name: 'cells',
    limits: () => undefined,
    act: (random) => ({
      do: 'row',
      cells: Array.from({ length: random.between(1, 3) }, () =>
        random.chance(0.2)
          ? random.below(1_000)
          : Array.from({ length: random.below(5) }, () => random.pick(CHARACTERS)).join(''),
      ),
    }),
    pauseMs: () => 0,
    begin: (trial) => ({
      async take({ cells }) {
        // As all of the dashboard, it is loaded when it is first asked for.
        const { csvRow } = await import('../../../../../src/http/pages/dashboard/view/csv.js');
        const expected = cells.map((cell) =>
          FORMULAS.includes(String(cell).slice(0, 1)) ? `'${cell}` : String(cell),
        );
        trial.same('read', cellsOf(csvRow(cells)), expected);
      },
      compare() {},
    }),
  };
}
