/** The node for its operator: what `tollgate top` shows. */
import type { LiveFrame } from '../../../live/frame-shape.js';
import { Badge, PageHead, Section } from '../components/blocks.js';
import { Time } from '../components/figures.js';
import { LiveView } from '../components/live.js';
import { Shell } from '../components/shell.js';
import { NODE } from '../texts/operators/node-texts.js';
import { useTexts } from '../view/view.js';
import { HottestKeys } from './hottest-keys.js';
import { type Labelled, NodeFigures } from './node-figure.js';
import { ProviderTable } from './provider-table.js';
import { Readiness } from './readiness.js';
import { RequestTable } from './request-table.js';

const FIRST: readonly Labelled[] = [
  [NODE.requestRate, 'requests|answered', 'rate'],
  [NODE.answerP99, 'requests|duration_ms', 'p99'],
  [NODE.jobRate, 'jobs|accepted_total', 'rate'],
  [NODE.pending, 'jobs|pending'],
  [NODE.inProgress, 'jobs|in_progress'],
  [NODE.completed, 'jobs|completed'],
  [NODE.failedJobs, 'jobs|failed'],
];

const COMMITS: readonly Labelled[] = [
  [NODE.commitRate, 'commits|committed_ms|buckets', 'rate'],
  [NODE.p50, 'commits|committed_ms', 'p50'],
  [NODE.p99, 'commits|committed_ms', 'p99'],
  [NODE.rejected, 'commits|rejected'],
  [NODE.late, 'commits|late'],
];

const ACTORS: readonly Labelled[] = [
  [NODE.resident, 'actors|resident'],
  [NODE.mail, 'actors|messages_waiting'],
  [NODE.reminders, 'actors|reminders'],
  [NODE.keysInMemory, 'actors|keys'],
  [NODE.windows, 'actors|windows'],
];

const PROCESS: readonly Labelled[] = [
  [NODE.cpu, 'process|cpu_ms', 'share'],
  [NODE.loopBusy, 'process|loop_active_ms', 'share'],
  [NODE.loopDelay, 'process|loop_delay_ms', 'p99'],
  [NODE.connections, 'process|connections'],
  [NODE.openRequests, 'process|open_requests'],
  [NODE.memory, 'process|rss_bytes', 'megabytes'],
  [NODE.heap, 'process|heap_used_bytes', 'megabytes'],
];

export function NodePage({ frame }: { readonly frame: LiveFrame }) {
  const say = useTexts();
  const { process } = frame;
  return (
    <Shell title={say(NODE.title)}>
      <LiveView at="/live?of=node">
        <PageHead
          title={say(NODE.title)}
          lead={say(NODE.lead)}
          badge={
            process !== null && (
              <Badge tone="plain">
                {say(NODE.version)} <bdi>{process.version}</bdi>
              </Badge>
            )
          }
        />
        <Readiness frame={frame} />
        <NodeFigures frame={frame} all={FIRST} />
        <ProviderTable frame={frame} />
        <HottestKeys frame={frame} />
        <RequestTable frame={frame} />
        <Section title={say(NODE.commits)}>
          <NodeFigures frame={frame} all={COMMITS} />
        </Section>
        <Section title={say(NODE.actors)}>
          <NodeFigures frame={frame} all={ACTORS} />
        </Section>
        {process !== null && (
          <Section title={say(NODE.process)} aside={<StartedAt at={frame.at_ms - process.uptime_ms} />}>
            <NodeFigures frame={frame} all={PROCESS} />
          </Section>
        )}
      </LiveView>
    </Shell>
  );
}

/** @param props `at` in Unix ms */
function StartedAt({ at }: { readonly at: number }) {
  const say = useTexts();
  return (
    <span class="small soft">
      {say(NODE.started)} <Time at={Math.floor(at / 1_000)} />
    </span>
  );
}
