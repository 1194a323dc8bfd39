/** The life of a job, told as steps: those it has gone, the one that it is at, and those ahead. */
import type { ComponentChildren } from 'preact';
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import { microDa } from '../../../../money/micro-da.js';
import { Amount, Count, Time } from '../components/figures.js';
import type { Step } from '../components/timeline.js';
import { FAILURES, JOB_STATES, ONE_JOB } from '../texts/job-texts.js';
import { labelled } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

/** Facts about an unfinished job that are not in its record. */
export interface JobNow {
  /** 0 to 100; undefined if the provider reports none. */
  readonly progress: number | undefined;
  /** When it expires, in Unix seconds. */
  readonly deadline: number | undefined;
  /** How the last question to its provider failed, for operators. */
  readonly trouble: string | undefined;
}

export function useJobSteps(job: VideoJobState, now: JobNow): readonly Step[] {
  const say = useTexts();
  const accepted: Step = {
    title: say(ONE_JOB.accepted),
    state: 'done',
    at: job.createdAt,
    children: <Sum label={say(ONE_JOB.reserved)} of={job.reserved} />,
  };
  return [accepted, useSubmitStep(job), ...useMakingStep(job, now), ...useEndSteps(job, now)];
}

function useSubmitStep(job: VideoJobState): Step {
  const say = useTexts();
  const { value, context } = job.machine;
  const titles: Partial<Record<string, string>> = {
    submitting: say(ONE_JOB.submitting),
    waiting: say(ONE_JOB.waits),
    finding: say(ONE_JOB.finding),
  };
  const title = typeof value === 'string' ? titles[value] : undefined;
  const wasTaken = context.handle !== null;
  const { route, attempt } = context;
  const children = (
    <p class="small soft">
      <bdi>{route.provider}</bdi> / <bdi>{route.model}</bdi>
      {attempt > 1 && (
        <>
          {' · '}
          {say(ONE_JOB.attempts)} <Count of={attempt} />
        </>
      )}
    </p>
  );
  if (title !== undefined) return { title, state: 'now', children };
  if (wasTaken || job.status === 'completed')
    return { title: say(ONE_JOB.atProvider), state: 'done', children };
  return { title: say(ONE_JOB.notSubmitted), state: 'bad', children };
}

/** None of a job that failed before its provider had it. */
function useMakingStep(job: VideoJobState, { progress, trouble }: JobNow): readonly Step[] {
  const say = useTexts();
  const { value, context } = job.machine;
  const isEnded = job.settled !== null;
  if (isEnded && job.status === 'failed')
    return context.made === null ? [] : [{ title: say(ONE_JOB.ran), state: 'done' }];
  if (isEnded) return [{ title: say(ONE_JOB.ran), state: 'done' }];
  if (value === 'reading')
    return [
      { title: say(ONE_JOB.ran), state: 'done' },
      { title: say(ONE_JOB.reading), state: 'now', children: trouble && <Trouble text={trouble} /> },
    ];
  if (typeof value === 'string') return [{ title: say(ONE_JOB.running), state: 'ahead' }];
  const isLast = Object.values(value).includes('lastCall');
  const title = isLast ? ONE_JOB.lastCall : 'queued' in value ? ONE_JOB.queued : ONE_JOB.running;
  const share = progress === undefined ? undefined : Math.floor(Math.min(Math.max(progress, 0), 100));
  const children: ComponentChildren = (
    <>
      {share !== undefined && (
        <progress max={100} value={share} aria-label={say(title)}>
          {share} %
        </progress>
      )}
      {trouble !== undefined && <Trouble text={trouble} />}
    </>
  );
  return [{ title: say(title), state: 'now', children }];
}

function useEndSteps(job: VideoJobState, { deadline }: JobNow): readonly Step[] {
  const say = useTexts();
  const { settled, status, reserved } = job;
  const { failure } = job.machine.context;
  if (settled === null) {
    const children = deadline !== undefined && (
      <p class="small soft">
        {say(ONE_JOB.atTheLatest)} <Time at={deadline} />
      </p>
    );
    return [{ title: say(ONE_JOB.ends), state: 'ahead', children }];
  }
  const reason = failure !== null && (
    <>
      <p>{say(FAILURES[failure.slug])}</p>
      <p class="small soft" lang="en" dir="ltr">
        {failure.message}
      </p>
    </>
  );
  return [
    {
      title: say(JOB_STATES[status]),
      state: status === 'failed' ? 'bad' : 'done',
      at: settled.at,
      children: reason,
    },
    {
      title: say(ONE_JOB.settled),
      state: 'done',
      children: (
        <>
          <Sum label={say(ONE_JOB.charged)} of={settled.cost} />
          <Sum label={say(ONE_JOB.released)} of={microDa(reserved - settled.cost)} />
        </>
      ),
    },
  ];
}

function Sum({ label, of }: { readonly label: string; readonly of: VideoJobState['reserved'] }) {
  const { language } = useView();
  return (
    <p class="small soft">
      {labelled(language, label)} <Amount of={of} />
    </p>
  );
}

function Trouble({ text }: { readonly text: string }) {
  const say = useTexts();
  return (
    <p class="small">
      {say(ONE_JOB.lastTrouble)}{' '}
      <span lang="en" dir="ltr">
        {text}
      </span>
    </p>
  );
}
