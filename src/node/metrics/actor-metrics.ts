/** Actors, their mail, and the gate through which what they decide goes to disk. */
import type { NodeEffect } from '../../actors/effects.js';
import type { ActorSystem } from '../../actors/runtime/system.js';
import { counter, gauge, histogram } from './definition.js';
import type { MetricsPage } from './page.js';

export const ACTOR_METRICS = {
  storageUp: gauge(
    'tollgate_storage_up',
    'Whether the disk takes writes: 1, or 0 while changes are refused.',
  ),
  commits: histogram(
    'tollgate_commit_duration_seconds',
    'Time of commits, the sync of the disk included, by outcome (committed; rejected by the disk; late: over gate-time-limit-ms).',
    ['outcome'],
  ),
  gateWaits: histogram(
    'tollgate_gate_wait_seconds',
    'Of each commit, from the end of its first turn until its answers may go out: the longest that a turn in it waited.',
  ),
  turnsCommitted: counter('tollgate_turns_committed_total', 'Turns that changed something and are on disk.'),
  writesCommitted: counter('tollgate_records_written_total', 'Records written or removed by commits.'),
  turns: counter('tollgate_turns_total', 'Messages handled by actors.'),
  turnsFailed: counter('tollgate_turns_failed_total', 'Turns that were undone.'),
  resident: gauge('tollgate_actors_resident', 'Actors in memory, by kind.', ['kind']),
  activated: counter('tollgate_actors_activated_total', 'Actors brought into memory.'),
  passivated: counter('tollgate_actors_passivated_total', 'Actors that left memory.'),
  setAside: counter('tollgate_actors_set_aside_total', 'Times that a failing actor was set aside.'),
  mail: gauge('tollgate_mailbox_messages', 'Messages waiting in all mailboxes.'),
  deepest: gauge('tollgate_mailbox_deepest_messages', 'Messages waiting in the mailbox that has most.'),
  reminders: gauge(
    'tollgate_reminders_set',
    'Reminders that are yet to come due, such as deadlines of jobs.',
  ),
  remindersFired: counter('tollgate_reminders_fired_total', 'Reminders that came due.'),
};

export function addActorMetrics(page: MetricsPage, system: ActorSystem<NodeEffect>): void {
  const { metrics } = system;
  page.add(ACTOR_METRICS.storageUp, system.takesWrites ? 1 : 0);
  for (const [outcome, durations] of Object.entries(metrics.commitDurations)) {
    page.addHistogram(ACTOR_METRICS.commits, durations.numbers(), { outcome });
  }
  page.addHistogram(ACTOR_METRICS.gateWaits, metrics.gateWaits.numbers());
  page.add(ACTOR_METRICS.turnsCommitted, metrics.turnsCommitted);
  page.add(ACTOR_METRICS.writesCommitted, metrics.writesCommitted);
  page.add(ACTOR_METRICS.turns, metrics.turns);
  page.add(ACTOR_METRICS.turnsFailed, metrics.turnsFailed);
  for (const [kind, count] of system.residentsByKind) page.add(ACTOR_METRICS.resident, count, { kind });
  page.add(ACTOR_METRICS.activated, metrics.activations);
  page.add(ACTOR_METRICS.passivated, metrics.passivations);
  page.add(ACTOR_METRICS.setAside, metrics.quarantines);
  page.add(ACTOR_METRICS.mail, system.waitingMessages);
  page.add(ACTOR_METRICS.deepest, system.deepestMailbox);
  page.add(ACTOR_METRICS.reminders, system.remindersSet);
  page.add(ACTOR_METRICS.remindersFired, metrics.remindersFired);
}
