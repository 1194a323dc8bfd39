import { describe, expect, it } from 'vitest';
import { coverageMarkdown } from '../../../simulation/coverage/report-markdown.js';
import { coverageText } from '../../../simulation/coverage/report-text.js';
import { CoverageTally } from '../../../simulation/coverage/tally.js';
import type { FaultLevel, MachineStep } from '../../../simulation/model.js';
import { lamp, step } from './lamp.js';

function someLamps(): CoverageTally {
  const tally = new CoverageTally(lamp);
  const took = (move: MachineStep, faults: FaultLevel, times: number) => {
    for (let time = 0; time < times; time++) tally.add(move, faults);
  };
  took(step('off', 'PRESS', 'on'), 'none', 1_234);
  took(step('off', 'PRESS', 'on'), 'light', 56);
  took(step('off', 'PRESS', 'on'), 'heavy', 7);
  took(step('on', 'DROP', 'broken'), 'heavy', 3);
  took(step('on', 'DROP', 'on', false), 'light', 2);
  took(step('broken', 'PRESS', 'broken', false), 'heavy', 1);
  for (const faults of ['light', 'heavy', 'light'] as const) tally.addMoment('page-had-next', faults);
  return tally;
}

describe('the report as text', () => {
  it('names what was run, what was reached, each pair by fault level, and why pairs cannot occur', () => {
    expect(coverageText(someLamps(), [['seed', '7']])).toBe(`Coverage of state machines and moments
  seed: 7

states               3 of 3
transitions          2 of 4
pairs (state, event) 3 of the 5 that can occur
moments              1 of 2

Moments that never came, though they must:
  start-failed: The disk refused a start, which was tried again.

Never occurred, though they can:
  lamp: PRESS in on
  lamp: DROP in off

Moments, by histories in which they came                none       light       heavy

  start-failed                                                                 NEVER
  page-had-next                                            0           2           1

lamp

  on                                none       light       heavy
    PRESS                                                  NEVER  off
    DROP                                                   NEVER  on
    DROP                               0           0           3  broken
    DROP                               0           2           0  ignored

  off                               none       light       heavy
    PRESS                          1,234          56           7  on
    DROP                                                   NEVER

  broken                            none       light       heavy
    PRESS                              0           0           1  ignored
    DROP                    cannot occur [1]

  cannot occur:
  [1] It lies already.
`);
  });

  it('names what goes against what is held of a machine', () => {
    const tally = someLamps();
    tally.add(step('broken', 'DROP', 'broken', false), 'heavy');
    tally.add(step('off', 'PRESS', 'broken'), 'heavy');
    const text = coverageText(tally, []);
    expect(text).toContain('  lamp: DROP ignored in broken is held to be impossible, and occurred once\n');
    expect(text).toContain('  lamp: off --PRESS--> broken is not in the chart, and occurred once\n');
    expect(text).toMatch(/^ {4}DROP +0 +0 +1 {2}ignored$/m);
  });
});

it('the report as Markdown has the chart with counts, a row for each pair, and why pairs cannot occur', () => {
  expect(coverageMarkdown(someLamps(), [['seed', '7']])).toBe(`# Coverage of state machines and moments

- seed: 7
- states: 3 of 3
- transitions: 2 of 4
- pairs (state, event): 3 of the 5 that can occur
- moments: 1 of 2

## Moments that never came, though they must

- start-failed: The disk refused a start, which was tried again.

## Never occurred, though they can

- lamp: PRESS in on
- lamp: DROP in off

## Moments, by histories in which they came

| moment |  | none | light | heavy |
| --- | --- | --- | --- | --- |
| \`start-failed\` | The disk refused a start, which was tried again. |  |  | **never** |
| \`page-had-next\` | A list had more than one page. | 0 | 2 | 1 |

## \`lamp\`

\`\`\`mermaid
stateDiagram-v2
    state "on" as on
    state "off" as off
    state "broken" as broken
    [*] --> off
    on --> off: PRESS never
    on --> on: DROP never
    on --> broken: DROP 3
    off --> on: PRESS 1,297
    broken --> [*]
\`\`\`

| in | on | none | light | heavy | goes to |
| --- | --- | --- | --- | --- | --- |
| \`on\` | \`PRESS\` |  |  | **never** | \`off\` |
| \`on\` | \`DROP\` |  |  | **never** | \`on\` |
| \`on\` | \`DROP\` | 0 | 0 | 3 | \`broken\` |
| \`on\` | \`DROP\` | 0 | 2 | 0 | ignored |
| \`off\` | \`PRESS\` | 1,234 | 56 | 7 | \`on\` |
| \`off\` | \`DROP\` |  |  | **never** |  |
| \`broken\` | \`PRESS\` | 0 | 0 | 1 | ignored |
| \`broken\` | \`DROP\` |  |  |  | cannot occur [1] |

Cannot occur:

1. It lies already.
`);
});

it.each([
  ['as text', coverageText],
  ['as Markdown', coverageMarkdown],
])('a report of no machine says so, %s', (_form, report) => {
  const text = report(new CoverageTally({ charts: [], cannotOccur: [], moments: [] }), [['model', 'window']]);
  expect(text).toContain('model: window');
  expect(text).toContain('No state machine takes part in this model.');
  expect(text).not.toMatch(/0 of/);
});
