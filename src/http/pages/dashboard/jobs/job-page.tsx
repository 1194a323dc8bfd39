/** One job: its video, its course, its money, and what it was asked for. */
import type { JobInput } from '../../../../actors/jobs/effects.js';
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import { Card, Notice, PageHead } from '../components/blocks.js';
import { Amount } from '../components/figures.js';
import { Button, Confirm, Field, LinkButton } from '../components/forms.js';
import { type Refresh, Shell } from '../components/shell.js';
import { Timeline } from '../components/timeline.js';
import { JOBS, ONE_JOB } from '../texts/job-texts.js';
import { useTexts } from '../view/view.js';
import { Clip, type ClipState } from './clip.js';
import type { JobContent } from './job-content.js';
import { Seconds, StateBadge, titleOf } from './job-names.js';
import { type JobNow, useJobSteps } from './job-steps.js';

export interface JobPageProps {
  readonly job: VideoJobState;
  readonly keyName: string | null;
  readonly content: JobContent;
  readonly now: JobNow;
  readonly clip: ClipState | undefined;
  /** Whether the reader may end the job. */
  readonly mayFail: boolean;
  readonly maySubmit: boolean;
  /** As typed, if it is none. */
  readonly wrongReason: string | undefined;
  readonly refresh: Refresh | undefined;
}

const EXTRA_SHOWN_MAX = 4_000;

export function JobPage(props: JobPageProps) {
  const say = useTexts();
  const { job, content, now, clip, mayFail, maySubmit, refresh } = props;
  const title = titleOf(job.id, content) ?? say(JOBS.noPrompt);
  const steps = useJobSteps(job, now);
  const again = `/jobs/new?from=${job.id}`;
  return (
    <Shell title={title} refresh={refresh}>
      <PageHead
        title={title}
        above={{ href: '/jobs', title: say(JOBS.title) }}
        badge={<StateBadge of={job.status} />}
      >
        {maySubmit && job.settled !== null && <LinkButton href={again}>{say(ONE_JOB.again)}</LinkButton>}
      </PageHead>
      <div class="beside" data-watches={refresh && stateOf(job, now)}>
        <div class="parts">
          {clip !== undefined && (
            <Card title={say(ONE_JOB.video)}>
              <Clip job={job.id} state={clip} />
            </Card>
          )}
          <Card title={say(ONE_JOB.prompt)}>
            <Request content={content} />
            <JobFacts {...props} />
          </Card>
          {mayFail && job.settled === null && <FailForm {...props} />}
        </div>
        <Card title={say(ONE_JOB.course)}>
          <Timeline steps={steps} />
        </Card>
      </div>
    </Shell>
  );
}

/** Another one if the page tells of something new. */
function stateOf({ machine, status }: VideoJobState, { progress }: JobNow): string {
  return [status, JSON.stringify(machine.value), machine.context.attempt, progress ?? ''].join(' ');
}

function Request({ content }: Pick<JobPageProps, 'content'>) {
  const say = useTexts();
  if (content === 'hidden') return <p class="soft">{say(ONE_JOB.hidden)}</p>;
  return (
    <>
      <p class="prose" dir="auto">
        {content?.prompt ?? say(JOBS.noPrompt)}
      </p>
      {content !== undefined && <Parameters extra={content.extra} />}
    </>
  );
}

function Parameters({ extra }: Pick<JobInput, 'extra'>) {
  const say = useTexts();
  if (Object.keys(extra).length === 0) return null;
  const text = JSON.stringify(extra, null, 2);
  const isLong = text.length > EXTRA_SHOWN_MAX;
  return (
    <>
      <h3>{say(ONE_JOB.parameters)}</h3>
      <pre class="prose mono small" dir="ltr">
        {text.slice(0, EXTRA_SHOWN_MAX)}
      </pre>
      {isLong && <p class="small soft">{say(ONE_JOB.cut)}</p>}
    </>
  );
}

function JobFacts({ job, keyName }: JobPageProps) {
  const say = useTexts();
  const { settled, machine } = job;
  const { output } = machine.context;
  return (
    <dl class="facts">
      <dt>{say(JOBS.model)}</dt>
      <dd>
        <bdi>{job.model}</bdi>
      </dd>
      <dt>{say(JOBS.key)}</dt>
      <dd>
        <a href={`/keys/${job.key}`}>
          <bdi>{keyName ?? job.key}</bdi>
        </a>
      </dd>
      <dt>{say(ONE_JOB.asked)}</dt>
      <dd>
        <Seconds of={job.lengthMs} />
      </dd>
      {output !== null && (
        <>
          <dt>{say(ONE_JOB.made)}</dt>
          <dd>
            <Seconds of={output.lengthMs} />
          </dd>
        </>
      )}
      <dt>{say(ONE_JOB.pricePerSecond)}</dt>
      <dd>
        <Amount of={job.pricePerSecond} />
      </dd>
      <dt>{say(settled === null ? ONE_JOB.reserved : ONE_JOB.charged)}</dt>
      <dd>
        <Amount of={settled === null ? job.reserved : settled.cost} />
      </dd>
      <dt>ID</dt>
      <dd class="mono small">
        <bdi>{job.id}</bdi>
      </dd>
    </dl>
  );
}

function FailForm({ job, wrongReason }: JobPageProps) {
  const say = useTexts();
  const isWrong = wrongReason !== undefined;
  return (
    <>
      {isWrong && <Notice tone="bad">{say(ONE_JOB.reasonWanted)}</Notice>}
      <Confirm label={say(ONE_JOB.fail)} hint={say(ONE_JOB.failHint)}>
        <form class="form" method="post" action={`/jobs/${job.id}`}>
          <Field
            name="reason"
            label={say(ONE_JOB.reason)}
            value={wrongReason ?? ''}
            error={isWrong ? say(ONE_JOB.reasonWanted) : undefined}
            maxLength={300}
            autoComplete="off"
            required
          />
          <Button kind="danger">{say(ONE_JOB.failNow)}</Button>
        </form>
      </Confirm>
    </>
  );
}
