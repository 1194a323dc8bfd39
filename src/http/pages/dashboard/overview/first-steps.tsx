/** The newcomer's part of the first page: three steps, ticked off as they are done, and the first video. */
import type { ComponentChildren } from 'preact';
import { Card, Notice } from '../components/blocks.js';
import { Snippet } from '../components/copyable.js';
import { LinkButton } from '../components/forms.js';
import { Clip } from '../jobs/clip.js';
import { StateBadge } from '../jobs/job-names.js';
import { curlSnippet, openAiSnippet } from '../keys/snippets.js';
import { FAILURES, JOBS } from '../texts/job-texts.js';
import { KEYS } from '../texts/key-texts.js';
import { FIRST_STEPS } from '../texts/overview-texts.js';
import { useTexts } from '../view/view.js';
import type { Newcomer } from './newcomer.js';

interface FirstStepsProps {
  readonly of: Newcomer;
  readonly baseUrl: string;
}

export function FirstSteps({ of, baseUrl }: FirstStepsProps) {
  const say = useTexts();
  const { hasKey, hasCredit, demoKey, firstJob } = of;
  const isDemo = demoKey !== undefined;
  const isThere = of.clip !== undefined;
  return (
    <>
      {isThere && <FirstVideo of={of} />}
      <Card title={say(FIRST_STEPS.title)}>
        <ol class="steps">
          <Step title={say(FIRST_STEPS.makeKey)} isDone={hasKey}>
            <p class="soft">{say(isDemo ? FIRST_STEPS.demoKey : FIRST_STEPS.makeKeyHint)}</p>
            {!hasKey && (
              <div class="actions">
                <LinkButton href="/keys/new" kind="primary">
                  {say(KEYS.create)}
                </LinkButton>
              </div>
            )}
          </Step>
          <Step title={say(FIRST_STEPS.topUp)} isDone={hasCredit}>
            <p class="soft">{say(isDemo ? FIRST_STEPS.demoCredit : FIRST_STEPS.topUpHint)}</p>
            {hasKey && !hasCredit && (
              <div class="actions">
                <LinkButton href="/top-up" kind="primary">
                  {say(FIRST_STEPS.topUp)}
                </LinkButton>
              </div>
            )}
          </Step>
          <Step title={say(FIRST_STEPS.submit)} isDone={firstJob !== undefined}>
            {firstJob === undefined && <SubmitHint of={of} baseUrl={baseUrl} />}
          </Step>
        </ol>
      </Card>
      {!isThere && (hasKey || firstJob !== undefined) && <FirstVideo of={of} />}
    </>
  );
}

/** Another one if there is something new: see `watch-for-news.ts`. */
export function stateOf({ firstJob }: Newcomer): string {
  return firstJob === undefined ? 'none' : JSON.stringify([firstJob.status, firstJob.machine.value]);
}

export function isUnderWay({ hasKey, firstJob }: Newcomer): boolean {
  return firstJob === undefined ? hasKey : firstJob.settled === null;
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

function Step({ title, isDone, children }: StepProps) {
  const say = useTexts();
  return (
    <li class={isDone ? 'done' : undefined}>
      <div>
        <strong>
          {title}
          {isDone && <span class="unseen"> {say(FIRST_STEPS.done)}</span>}
        </strong>
        {children}
      </div>
    </li>
  );
}

function SubmitHint({ of: { demoKey, model, hasKey }, baseUrl }: FirstStepsProps) {
  const say = useTexts();
  const form = hasKey && (
    <div class="actions">
      <LinkButton href="/jobs/new" kind={demoKey === undefined ? 'primary' : 'plain'}>
        {say(FIRST_STEPS.form)}
      </LinkButton>
    </div>
  );
  if (demoKey === undefined || model === undefined) {
    return (
      <>
        <p class="soft">{say(FIRST_STEPS.submitHint)}</p>
        {form}
      </>
    );
  }
  return (
    <>
      <p class="soft">{say(FIRST_STEPS.paste)}</p>
      <Snippet id="curl" title="curl">
        {curlSnippet(baseUrl, demoKey, model)}
      </Snippet>
      <Snippet id="openai" title="openai (Node.js)">
        {openAiSnippet(baseUrl, demoKey, model)}
      </Snippet>
      {form}
    </>
  );
}

function FirstVideo({ of }: { readonly of: Newcomer }) {
  const say = useTexts();
  const { firstJob, clip } = of;
  if (firstJob === undefined) {
    return (
      <Card title={say(FIRST_STEPS.video)}>
        <Notice tone="plain">{say(FIRST_STEPS.waiting)}</Notice>
      </Card>
    );
  }
  const { failure } = firstJob.machine.context;
  const links = (
    <>
      <LinkButton href={`/jobs/${firstJob.id}`}>{say(FIRST_STEPS.openJob)}</LinkButton>
      {firstJob.settled !== null && <LinkButton href="/jobs/new">{say(JOBS.create)}</LinkButton>}
    </>
  );
  return (
    <Card title={say(FIRST_STEPS.video)} aside={<StateBadge of={firstJob.status} />}>
      {firstJob.settled === null && <Notice tone="plain">{say(FIRST_STEPS.underWay)}</Notice>}
      {failure !== null && <Notice tone="bad">{say(FAILURES[failure.slug])}</Notice>}
      {clip === undefined ? (
        <div class="actions">{links}</div>
      ) : (
        <Clip job={firstJob.id} state={clip}>
          {links}
        </Clip>
      )}
    </Card>
  );
}
