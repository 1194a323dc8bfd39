/** How a job is called in lists and titles, how it stands, and how long it is. */
import type { JobStatus } from '../../../../actors/jobs/video-job-messages.js';
import { Badge, type Tone } from '../components/blocks.js';
import { JOB_STATES, JOBS } from '../texts/job-texts.js';
import { formatCount } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import type { JobContent } from './job-content.js';

const TITLE_CHARACTERS_MAX = 80;
const TONES: Readonly<Record<JobStatus, Tone>> = {
  pending: 'wait',
  in_progress: 'wait',
  completed: 'good',
  failed: 'bad',
};

/** The beginning of its prompt; the id of a job whose prompt is hidden; undefined if there is neither. */
export function titleOf(job: string, content: JobContent): string | undefined {
  if (content === 'hidden') return job;
  return content && beginningOf(content.prompt);
}

function beginningOf(prompt: string): string {
  const characters = [...prompt.slice(0, 4 * TITLE_CHARACTERS_MAX).trim()];
  const title = characters.slice(0, TITLE_CHARACTERS_MAX).join('');
  return characters.length > TITLE_CHARACTERS_MAX ? `${title}…` : title;
}

export function StateBadge({ of }: { readonly of: JobStatus }) {
  const say = useTexts();
  return <Badge tone={TONES[of]}>{say(JOB_STATES[of])}</Badge>;
}

/** @param props `of` in milliseconds */
export function Seconds({ of }: { readonly of: number }) {
  const say = useTexts();
  const { language } = useView();
  return (
    <bdi class="number">
      {formatCount(language, of / 1_000)} {say(JOBS.seconds)}
    </bdi>
  );
}
