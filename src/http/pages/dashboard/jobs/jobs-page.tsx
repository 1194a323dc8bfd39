/** The list of jobs, with its filters. */
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { EmptyState, Notice, PageHead } from '../components/blocks.js';
import { Select } from '../components/choices.js';
import { Amount, Time } from '../components/figures.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Pages, Table } from '../components/table.js';
import { JOB_STATES, JOBS } from '../texts/job-texts.js';
import { KEYS } from '../texts/key-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import type { JobContent } from './job-content.js';
import { Seconds, StateBadge, titleOf } from './job-names.js';
import { type JobScope, STATUSES } from './job-scope.js';

export interface JobRow {
  readonly job: VideoJobState;
  readonly keyName: string | null;
  readonly content: JobContent;
}

export interface JobsPageProps {
  readonly jobs: readonly JobRow[];
  readonly scope: JobScope;
  /** The keys to choose from; undefined if the list is of all accounts. */
  readonly keys: readonly ApiKeyState[] | undefined;
  /** True if the list leaves out keys. */
  readonly hasMoreKeys: boolean;
  readonly models: readonly string[];
  readonly isOperator: boolean;
  readonly newest: string | undefined;
  readonly older: string | undefined;
}

export function JobsPage(props: JobsPageProps) {
  const say = useTexts();
  const { jobs, scope, hasMoreKeys, newest, older } = props;
  const { status, key, model, account } = scope;
  const isFiltered = [status, key, model, props.isOperator ? account : undefined, newest].some(
    (one) => one !== undefined,
  );
  const create = (
    <LinkButton href="/jobs/new" kind="primary">
      {say(JOBS.create)}
    </LinkButton>
  );
  return (
    <Shell title={say(JOBS.title)}>
      <PageHead title={say(JOBS.title)} lead={say(JOBS.lead)}>
        {(jobs.length > 0 || isFiltered) && create}
      </PageHead>
      {(jobs.length > 0 || isFiltered) && <Filters {...props} />}
      {hasMoreKeys && <Notice tone="plain">{say(JOBS.fewKeys)}</Notice>}
      {jobs.length > 0 && <JobTable jobs={jobs} />}
      {jobs.length === 0 && !isFiltered && (
        <EmptyState icon="jobs" title={say(JOBS.none)} hint={say(JOBS.noneHint)}>
          {create}
        </EmptyState>
      )}
      {jobs.length === 0 && isFiltered && (
        <EmptyState icon="jobs" title={say(JOBS.noneSo)} hint={say(JOBS.noneSoHint)} />
      )}
      <Pages newest={newest} older={older} />
    </Shell>
  );
}

function Filters({ scope, keys, models, isOperator }: JobsPageProps) {
  const say = useTexts();
  const all = { value: '', label: say(JOBS.all) };
  return (
    <form class="filters" method="get" action="/jobs" aria-label={say(JOBS.filters)}>
      <Select
        name="status"
        label={say(JOBS.state)}
        options={[all, ...STATUSES.map((value) => ({ value, label: say(JOB_STATES[value]) }))]}
        value={scope.status}
      />
      {keys === undefined ? (
        <Field name="key" label={say(JOBS.key)} value={scope.key ?? ''} autoComplete="off" maxLength={60} />
      ) : (
        <Select
          name="key"
          label={say(JOBS.key)}
          options={[all, ...keys.map(({ id, name }) => ({ value: id, label: name ?? say(KEYS.unnamed) }))]}
          value={scope.key}
        />
      )}
      <Select
        name="model"
        label={say(JOBS.model)}
        options={[all, ...models.map((value) => ({ value, label: value }))]}
        value={scope.model}
      />
      {isOperator && (
        <Field
          name="account"
          label={say(JOBS.account)}
          value={scope.account ?? ''}
          autoComplete="off"
          maxLength={60}
        />
      )}
      <Button>{say(JOBS.filter)}</Button>
    </form>
  );
}

function JobTable({ jobs }: { readonly jobs: readonly JobRow[] }) {
  const say = useTexts();
  const { language } = useView();
  return (
    <Table
      caption={say(JOBS.title)}
      columns={[
        { head: say(JOBS.job) },
        { head: say(JOBS.state) },
        { head: say(JOBS.model), isAside: true },
        { head: `${say(JOBS.price)} (${unitOf(language)})`, align: 'end', isAside: true },
        { head: say(JOBS.submitted), isAside: true },
      ]}
    >
      {jobs.map(({ job, keyName, content }) => (
        <tr key={job.id}>
          <th scope="row">
            <a href={`/jobs/${job.id}`}>
              <bdi>{titleOf(job.id, content) ?? say(JOBS.noPrompt)}</bdi>
            </a>
            <small class="aside">
              <bdi>{keyName ?? say(KEYS.unnamed)}</bdi>
            </small>
          </th>
          <td>
            <StateBadge of={job.status} />
          </td>
          <td class="aside">
            <bdi>{job.model}</bdi>
            <small>
              <Seconds of={job.machine.context.output?.lengthMs ?? job.lengthMs} />
            </small>
          </td>
          <td class="end aside">
            <Amount of={job.settled === null ? job.reserved : job.settled.cost} unit={false} />
          </td>
          <td class="aside">
            <Time at={job.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
