/** The page of figures: every figure under its own name and labels, in its own unit, and none besides. */
import { MetricsPage } from '../../../../../src/node/metrics/page.js';
import { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { DrawnFigures, samplesOf } from './drawn-figures.js';
import { ledger, orders, texts } from './money-figures.js';
import { type Chapter, NODE_CHAPTERS } from './node-figures.js';

const CHAPTERS: Readonly<Record<string, Chapter>> = { ...NODE_CHAPTERS, ledger, texts, orders };

/** It takes as long as all else. */
const FORM_CHECKED_ONE_IN = 8;

interface PageAct {
  readonly do: 'print';
  readonly chapter: string;
  readonly seed: number;
}

export function figuresPart(): Part<undefined, PageAct> {
  return {
    name: 'figures-page',
    limits: () => undefined,
    act: (random) => ({
      do: 'print',
      chapter: random.pick(Object.keys(CHAPTERS)),
      seed: random.below(1_000_000),
    }),
    pauseMs: () => 0,
    begin: (trial) => ({
      take: (act) => print(trial, act),
      compare() {},
    }),
  };
}

function print(trial: Trial, { chapter, seed }: PageAct): void {
  const page = new MetricsPage();
  const due = CHAPTERS[chapter]?.(page, new DrawnFigures(seed), new Random(seed));
  const printed = page.print();
  trial.sameFields(chapter, samplesOf(printed), due);
  if (seed % FORM_CHECKED_ONE_IN === 0) checkForm(trial, printed);
}

/** All samples of a metric stand together, below its help and its type. */
function checkForm(trial: Trial, printed: string): void {
  const heads = [...printed.matchAll(/^# HELP (\S+) .+\n# TYPE (\S+) (counter|gauge|histogram)$/gm)];
  const names = heads.map(([, name = '']) => name);
  trial.same('heads', new Set(names).size, names.length);
  for (const [index, [, name = '', typed, type = '']] of heads.entries()) {
    trial.same('heads', typed, name);
    trial.same('heads', name.endsWith('_total'), type === 'counter');
    const [from, to] = [heads[index]?.index ?? 0, heads[index + 1]?.index ?? printed.length];
    const own = type === 'histogram' ? `${name}_(bucket|sum|count)` : name;
    const pattern = new RegExp(`^${own}(\\{|$)`);
    const odd = Object.keys(samplesOf(printed.slice(from, to))).filter((sample) => !pattern.test(sample));
    trial.same('heads', odd, []);
  }
}
