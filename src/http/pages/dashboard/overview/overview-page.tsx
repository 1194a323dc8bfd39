/** The first page: what there is to spend, and for a newcomer what to do. */
import { type AccountTotals, totalBalance } from '../../../../actors/money/totals.js';
import { PageHead, Section } from '../components/blocks.js';
import { Amount, Figure, Figures } from '../components/figures.js';
import { type Refresh, Shell } from '../components/shell.js';
import { KEYS } from '../texts/key-texts.js';
import { OVERVIEW } from '../texts/overview-texts.js';
import { useTexts } from '../view/view.js';
import { FirstSteps, stateOf } from './first-steps.js';
import { LiveKeys } from './live-keys.js';
import type { Newcomer } from './newcomer.js';
import { type NodeStanding, NodeTroubles } from './node-troubles.js';
import { Spend } from './spend.js';
import type { Standing } from './standing.js';
import { Troubles } from './troubles.js';

export interface OverviewPageProps {
  /** Sums over the keys in reach, in micro-DA. */
  readonly totals: AccountTotals;
  readonly standing: Standing;
  /** Undefined if the reader is no operator. */
  readonly node: NodeStanding | undefined;
  /** Undefined if the reader is none. */
  readonly newcomer: Newcomer | undefined;
  readonly baseUrl: string;
  readonly refresh: Refresh | undefined;
}

export function OverviewPage(props: OverviewPageProps) {
  const say = useTexts();
  const { totals, standing, node, newcomer, baseUrl, refresh } = props;
  const { keys } = standing;
  return (
    <Shell title={say(OVERVIEW.title)} refresh={refresh}>
      <PageHead title={say(OVERVIEW.title)} />
      {node !== undefined && <NodeTroubles {...node} />}
      {newcomer !== undefined && (
        <div class="parts" data-watches={refresh && stateOf(newcomer)}>
          <FirstSteps of={newcomer} baseUrl={baseUrl} />
        </div>
      )}
      {keys.length > 0 && (
        <>
          <Troubles {...standing} />
          <Figures>
            <Figure label={say(OVERVIEW.balance)}>
              <Amount of={totalBalance(totals)} />
            </Figure>
            {totals.marked > 0n && (
              <Figure label={say(KEYS.marked)}>
                <Amount of={totals.marked} />
              </Figure>
            )}
            <Figure label={say(KEYS.reserved)}>
              <Amount of={totals.reserved} />
            </Figure>
            <Figure label={say(KEYS.charged)}>
              <Amount of={totals.charged} />
            </Figure>
          </Figures>
          <Section title={say(OVERVIEW.keys)} aside={<a href="/keys">{say(OVERVIEW.allKeys)}</a>}>
            <LiveKeys keys={keys} />
          </Section>
          <Spend {...standing} />
        </>
      )}
    </Shell>
  );
}
