/** The form that submits a job. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import type { ModelOffer } from '../../../../providers/provider.js';
import { EmptyState, Notice, PageHead } from '../components/blocks.js';
import { Select } from '../components/choices.js';
import { Amount, Count } from '../components/figures.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { NoKeys } from '../components/no-keys.js';
import { Shell } from '../components/shell.js';
import { TextArea } from '../components/text-area.js';
import { JOBS } from '../texts/job-texts.js';
import { KEYS } from '../texts/key-texts.js';
import { NEW_JOB, NOT_TAKEN } from '../texts/new-job-texts.js';
import { SHELL } from '../texts/shell-texts.js';
import { formatAmount, formatCount, isolated, unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import type { JobForm, Refused } from './job-form.js';

export interface NewJobPageProps {
  /** As typed before. */
  readonly form: JobForm;
  readonly keys: readonly ApiKeyState[];
  readonly models: readonly ModelOffer[];
  /** Makes the form unique: sent twice, it makes one job. */
  readonly once: string;
  readonly refused: Refused | undefined;
  readonly mayCreateKeys: boolean;
}

const MS_PER_S = 1_000;

export function NewJobPage(props: NewJobPageProps) {
  const say = useTexts();
  return (
    <Shell title={say(NEW_JOB.title)}>
      <PageHead
        title={say(NEW_JOB.title)}
        lead={say(NEW_JOB.lead)}
        above={{ href: '/jobs', title: say(JOBS.title) }}
      />
      <Body {...props} />
    </Shell>
  );
}

function Body(props: NewJobPageProps) {
  const say = useTexts();
  const { keys, models, mayCreateKeys } = props;
  if (keys.length === 0) return <NoKeys mayCreateKeys={mayCreateKeys} hint={NEW_JOB.noKeysHint} />;
  if (models.length === 0)
    return <EmptyState icon="jobs" title={say(NEW_JOB.noModels)} hint={say(NEW_JOB.noModelsHint)} />;
  return <SubmitForm {...props} />;
}

function SubmitForm({ form, keys, models, once, refused }: NewJobPageProps) {
  const say = useTexts();
  const lengths = useLengths();
  const { language } = useView();
  const inUnit = (amount: Parameters<typeof formatAmount>[1]) =>
    `${formatAmount(language, amount)} ${unitOf(language)}`;
  const chosen = models.find(({ id }) => id === form.model) ?? models[0];
  const wrong = (field: Refused['why'], more = '') =>
    refused?.why === field ? `${say(NOT_TAKEN[field])}${more}` : undefined;
  return (
    <form class="form card wide" method="post" action="/jobs/new">
      {refused !== undefined && <RefusedNotice refused={refused} keyId={form.key} />}
      <input type="hidden" name="once" value={once} />
      <TextArea
        name="prompt"
        label={say(NEW_JOB.prompt)}
        hint={say(NEW_JOB.promptHint)}
        error={wrong('prompt')}
        value={form.prompt}
        required
      />
      <Select
        name="model"
        label={say(JOBS.model)}
        options={models.map((model) => ({
          value: model.id,
          label: `${isolated(model.id)} · ${inUnit(model.pricePerSecondMicroDa)} ${say(NEW_JOB.perSecond)} · ${lengths(model)}`,
        }))}
        value={form.model}
        error={wrong('model')}
      />
      <Field
        name="seconds"
        label={say(NEW_JOB.seconds)}
        type="number"
        step="any"
        hint={say(NEW_JOB.secondsHint)}
        error={wrong('seconds', chosen && ` ${lengths(chosen)}`)}
        value={form.seconds}
      />
      <Select
        name="key"
        label={say(NEW_JOB.key)}
        options={keys.map(({ id, name, balances }) => ({
          value: id,
          label: `${isolated(name ?? say(KEYS.unnamed))} · ${inUnit(balanceOf(balances))}`,
        }))}
        value={form.key}
        error={wrong('key')}
      />
      <div class="actions">
        <Button kind="primary">{say(NEW_JOB.submit)}</Button>
        <LinkButton href="/jobs">{say(SHELL.cancel)}</LinkButton>
      </div>
    </form>
  );
}

/** Tells of a refusal that is no single field's. */
function RefusedNotice({ refused, keyId }: { readonly refused: Refused; readonly keyId: string }) {
  const say = useTexts();
  const { why } = refused;
  if (why === 'prompt' || why === 'seconds' || why === 'model' || why === 'key') return null;
  return (
    <Notice tone={why === 'noCredit' || why === 'other' ? 'bad' : 'wait'}>
      <p>
        {say(NOT_TAKEN[why])} {why === 'tooFast' && <Count of={refused.afterS} />}
        {why === 'noCredit' && (
          <>
            <Amount of={refused.required} /> / <Amount of={refused.balance} />
          </>
        )}
        {why === 'other' && (
          <span lang="en" dir="ltr">
            {refused.message}
          </span>
        )}
      </p>
      {why === 'noCredit' && <a href={`/top-up?key=${encodeURIComponent(keyId)}`}>{say(NEW_JOB.topUp)}</a>}
      {why === 'used' && <a href="/jobs">{say(JOBS.title)}</a>}
    </Notice>
  );
}

/** The lengths that a model makes. */
function useLengths(): (model: ModelOffer) => string {
  const say = useTexts();
  const { language } = useView();
  const inS = (ms: number) => formatCount(language, ms / MS_PER_S);
  return ({ lengthsAllowedMs, lengthMinMs, lengthMaxMs }) => {
    const lengths = lengthsAllowedMs?.map(inS).join(', ') ?? `${inS(lengthMinMs)}–${inS(lengthMaxMs)}`;
    return `${lengths} ${say(JOBS.seconds)}`;
  };
}
