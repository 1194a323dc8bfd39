/** The video of a job that is completed, played in the page. */
import type { ComponentChildren } from 'preact';
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import type { GatewayDeps } from '../../../operation.js';
import { Notice } from '../components/blocks.js';
import { ONE_JOB } from '../texts/job-texts.js';
import { useTexts } from '../view/view.js';

const CLIPS_PATH = '/clips/';

/** Whether the video is there: of one that its provider keeps, nobody is asked. */
export type ClipState = 'kept_here' | 'kept_there' | 'gone';

export async function clipStateOf(
  job: VideoJobState,
  { results }: GatewayDeps,
  signal: AbortSignal,
): Promise<ClipState | undefined> {
  const { output } = job.machine.context;
  if (output === null) return undefined;
  if (output.file?.isKept !== true) return 'kept_there';
  return (await results.open(job, signal)).state === 'gone' ? 'gone' : 'kept_here';
}

interface ClipProps {
  readonly job: string;
  readonly state: ClipState;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

export function Clip({ job, state, children }: ClipProps) {
  const say = useTexts();
  if (state === 'gone') {
    return (
      <>
        <Notice tone="wait">{say(ONE_JOB.expired)}</Notice>
        {children !== undefined && <div class="actions">{children}</div>}
      </>
    );
  }
  const path = CLIPS_PATH + job;
  return (
    <div class="clip">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has captions of a video that a model made */}
      <video controls playsInline preload="metadata" src={path} aria-label={say(ONE_JOB.video)} />
      <p class="small soft">
        {say(state === 'kept_here' ? ONE_JOB.keptHere : ONE_JOB.keptThere)} {say(ONE_JOB.notPlayed)}
      </p>
      <div class="actions">
        <a class="button" href={path} download={job}>
          {say(ONE_JOB.download)}
        </a>
        {children}
      </div>
    </div>
  );
}
