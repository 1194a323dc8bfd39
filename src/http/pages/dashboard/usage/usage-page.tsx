/** Usage of an account or a key: what was charged, for what, and when. */
import type { Usage } from '../../../../actors/jobs/activity.js';
import { EmptyState, PageHead, Section } from '../components/blocks.js';
import { Select } from '../components/choices.js';
import { Amount, Count, Day, Figure, Figures } from '../components/figures.js';
import { Button } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Pages, Table } from '../components/table.js';
import { KEYS } from '../texts/key-texts.js';
import type { Text } from '../texts/language.js';
import { GROUPINGS, PERIODS, USAGE } from '../texts/usage-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import type { UsageFound, UsageGroup } from './read-usage.js';
import { UsageChart } from './usage-chart.js';
import { type UsageQuery, usagePath } from './usage-query.js';

export interface UsagePageProps {
  readonly query: UsageQuery;
  readonly found: UsageFound;
}

export function UsagePage({ query, found }: UsagePageProps) {
  const say = useTexts();
  const own = useOwnAccount();
  const { groups, total, next } = found;
  const isEmpty = total.completed + total.failed === 0;
  const path = (changed: Readonly<Record<string, string | undefined>>) => usagePath(query, own, changed);
  return (
    <Shell title={say(USAGE.title)}>
      <PageHead title={say(USAGE.title)} lead={say(USAGE.lead)} />
      <Choice query={query} />
      <Scope query={query} />
      {isEmpty ? (
        <EmptyState icon="usage" title={say(USAGE.none)} hint={say(USAGE.noneHint)} />
      ) : (
        <>
          <Totals of={total} />
          {query.by === 'day' && <UsageChart from={query.from} to={query.to} groups={groups} />}
          <Section
            title={say(GROUPINGS[query.by])}
            aside={
              <a href={usagePath(query, own, { after: query.after }, '/usage.csv')}>{say(USAGE.download)}</a>
            }
          >
            <UsageTable query={query} groups={groups} hasTokens={tokensOf(total) > 0} />
            <Pages
              newest={query.after === undefined ? undefined : path({})}
              older={next && path({ after: next })}
            />
          </Section>
        </>
      )}
    </Shell>
  );
}

function useOwnAccount(): string {
  return useView().signedIn?.account ?? '';
}

function Choice({ query: { account, key, period, by } }: { readonly query: UsageQuery }) {
  const say = useTexts();
  const own = useOwnAccount();
  const options = (texts: Readonly<Record<string, Text>>) =>
    Object.entries(texts).map(([value, text]) => ({ value, label: say(text) }));
  return (
    <form class="choice" method="get" action="/usage">
      {key !== undefined && <input type="hidden" name="key" value={key.id} />}
      {key === undefined && account !== own && <input type="hidden" name="account" value={account} />}
      <Select name="period" label={say(USAGE.period)} options={options(PERIODS)} value={String(period)} />
      <Select name="by" label={say(USAGE.by)} options={options(GROUPINGS)} value={by} />
      <Button>{say(USAGE.show)}</Button>
    </form>
  );
}

/** Names the key or the account, if it is not all of one's own. */
function Scope({ query }: { readonly query: UsageQuery }) {
  const say = useTexts();
  const own = useOwnAccount();
  const { account, key } = query;
  if (key === undefined && account === own) return null;
  const all = usagePath({ ...query, key: undefined }, own);
  return (
    <p>
      {say(key === undefined ? USAGE.ofAccount : USAGE.oneKey)}{' '}
      {key === undefined ? (
        <bdi class="mono">{account}</bdi>
      ) : (
        <>
          <a href={`/keys/${key.id}`}>
            <bdi>{key.name ?? say(KEYS.unnamed)}</bdi>
          </a>
          {' · '}
          <a href={all}>{say(USAGE.allKeys)}</a>
        </>
      )}
    </p>
  );
}

function Totals({ of }: { readonly of: Usage }) {
  const say = useTexts();
  return (
    <Figures>
      <Figure label={say(USAGE.charged)}>
        <Amount of={of.cost} />
      </Figure>
      <Figure label={say(USAGE.completed)}>
        <Count of={of.completed} />
      </Figure>
      <Figure label={say(USAGE.failed)}>
        <Count of={of.failed} />
      </Figure>
      <Figure label={say(USAGE.seconds)}>
        <Count of={of.outputMs / 1_000} />
      </Figure>
      {tokensOf(of) > 0 && (
        <Figure label={say(USAGE.tokens)}>
          <Count of={tokensOf(of)} />
        </Figure>
      )}
    </Figures>
  );
}

interface UsageTableProps {
  readonly query: UsageQuery;
  readonly groups: UsageFound['groups'];
  readonly hasTokens: boolean;
}

function UsageTable({ query, groups, hasTokens }: UsageTableProps) {
  const say = useTexts();
  const { language } = useView();
  return (
    <Table
      caption={say(USAGE.title)}
      columns={[
        { head: say(GROUPINGS[query.by]) },
        { head: say(USAGE.completed), align: 'end', isAside: true },
        { head: say(USAGE.failed), align: 'end', isAside: true },
        { head: say(USAGE.seconds), align: 'end', isAside: true },
        ...(hasTokens ? [{ head: say(USAGE.tokens), align: 'end', isAside: true } as const] : []),
        { head: `${say(USAGE.charged)} (${unitOf(language)})`, align: 'end' },
      ]}
    >
      {groups.map((group) => (
        <tr key={group.id}>
          <th scope="row">
            <GroupName query={query} group={group} />
            <small class="narrow-only">
              <Count of={group.completed} /> / <Count of={group.failed} /> ({say(USAGE.completed)} /{' '}
              {say(USAGE.failed)})
            </small>
          </th>
          <td class="end aside">
            <Count of={group.completed} />
          </td>
          <td class="end aside">
            <Count of={group.failed} />
          </td>
          <td class="end aside">
            <Count of={group.outputMs / 1_000} />
          </td>
          {hasTokens && (
            <td class="end aside">
              <Count of={tokensOf(group)} />
            </td>
          )}
          <td class="end">
            <Amount of={group.cost} unit={false} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Of prompts and texts together. */
function tokensOf({ promptTokens, completionTokens }: Usage): number {
  return promptTokens + completionTokens;
}

function GroupName({ query, group }: { readonly query: UsageQuery; readonly group: UsageGroup }) {
  const say = useTexts();
  const own = useOwnAccount();
  if (query.by === 'day') return <Day of={group.id} />;
  if (query.by !== 'key') return <bdi>{group.id}</bdi>;
  return (
    <a href={usagePath(query, own, { key: group.id, by: 'day', account: undefined })}>
      <bdi>{group.name ?? say(KEYS.unnamed)}</bdi>
    </a>
  );
}
