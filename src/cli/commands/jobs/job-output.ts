/** How jobs are printed. */
import type { ArgumentSpec, CommandIo, GivenArguments } from '../../framework/command.js';
import { da, duration, time, timeFromNow } from '../../framework/format.js';
import { type Column, printFields } from '../../framework/table.js';
import { idOf } from '../../framework/values.js';

/** As the API answers. */
export interface Job {
  readonly id: string;
  readonly account: string;
  readonly key: string;
  readonly provider: string;
  readonly provider_model?: string;
  readonly routes_left?: number;
  readonly model: string;
  readonly seconds: number;
  readonly created_at: number;
  readonly status: string;
  readonly awaits?: 'submit' | 'find' | 'poll' | 'last_call' | 'read';
  readonly submits: number;
  readonly progress?: number;
  readonly next_poll_in?: number;
  readonly polls_failed?: number;
  readonly last_error?: string;
  readonly deadline_at?: number;
  readonly reserved: number;
  readonly completed_at?: number;
  readonly output_seconds?: number;
  readonly error?: string;
  readonly error_message?: string;
  readonly cost?: number;
}

export const JOB_ARGUMENT: ArgumentSpec = {
  name: 'JOB',
  description: 'Id of a job, video_…; "tollgate jobs list" shows it.',
};

/** The id in the place of `JOB_ARGUMENT`, the first word. Throws `ConfigError` if it is none. */
export function jobOf({ words: [job = ''] }: GivenArguments): string {
  return idOf('JOB', 'video', job);
}

export function jobColumns({ wallMs }: CommandIo): readonly Column<Job>[] {
  const age = (job: Job) => (job.completed_at ?? wallMs() / 1_000) - job.created_at;
  return [
    { head: 'JOB', cell: ({ id }) => id },
    { head: 'STATUS', cell: ({ status }) => status },
    { head: 'CREATED (UTC)', cell: ({ created_at }) => time(created_at), mayBeLeftOut: true },
    { head: 'TOOK', cell: (job) => duration(age(job)), isNumber: true },
    { head: 'MODEL', cell: ({ model }) => model, mayBeLeftOut: true },
    { head: 'KEY', cell: ({ key }) => key, mayBeLeftOut: true },
    { head: 'RESERVED DA', cell: ({ reserved }) => da(reserved), isNumber: true, mayBeLeftOut: true },
    {
      head: 'COST DA',
      cell: ({ cost }) => (cost === undefined ? '' : da(cost)),
      isNumber: true,
      mayBeLeftOut: true,
    },
    { head: 'WAITS FOR, OR ERROR', cell: waitOrError, isElastic: true },
  ];
}

function waitOrError(job: Job): string {
  if (job.error !== undefined) return job.error;
  if (job.awaits === undefined) return '';
  const failed = job.polls_failed === undefined ? '' : `, ${job.polls_failed} polls failed`;
  return `${AWAITS_SHORT[job.awaits]}${failed}`;
}

const AWAITS_SHORT = {
  submit: 'acceptance',
  find: 'word whether it was accepted',
  poll: 'progress',
  last_call: 'final answer',
  read: 'its result to be read',
} as const;

export function printJobFields(job: Job, io: CommandIo): void {
  const now = io.wallMs();
  printFields(io.out, [
    ['Job', job.id],
    ['Status', job.progress === undefined ? job.status : `${job.status}, ${job.progress} % done`],
    ['Waits for', awaited(job)],
    ['Error', job.error === undefined ? undefined : `${job.error}: ${job.error_message ?? ''}`],
    ['Last error', lastError(job)],
    ['Created', timeFromNow(job.created_at, now)],
    ['Deadline', job.deadline_at === undefined ? undefined : timeFromNow(job.deadline_at, now)],
    ['Settled', settled(job, now)],
    ['Model', `${job.model}, ${job.seconds} s requested`],
    ['Provider', providerOf(job)],
    ['Reserved', `${da(job.reserved)} DA`],
    ['Charged', charged(job)],
    ['Key', job.key],
    ['Account', job.account],
  ]);
}

function providerOf({ provider, provider_model, submits, routes_left }: Job): string {
  const model = provider_model === undefined ? '' : ` (${provider_model})`;
  const left =
    routes_left === undefined ? '' : `, ${routes_left} more ${routes_left === 1 ? 'route' : 'routes'}`;
  return `${provider}${model}, ${submits === 1 ? '1 submit' : `${submits} submits`}${left}`;
}

function awaited({ awaits, next_poll_in, provider, submits }: Job): string | undefined {
  if (awaits === undefined) return undefined;
  const waits = {
    submit: `${provider} to accept it (submit ${submits})`,
    find: `${provider} to say whether it has it: the answer to a submit was lost`,
    poll: `progress from ${provider}${next_poll_in === undefined ? '' : `, next poll in ${duration(next_poll_in)}`}`,
    last_call: `the final answer of ${provider}: its deadline has passed`,
    read: `the result that ${provider} made to be read`,
  };
  return waits[awaits];
}

function lastError({ polls_failed, last_error }: Job): string | undefined {
  if (last_error === undefined) return undefined;
  if (polls_failed === undefined) return `the result could not be read: ${last_error}`;
  return `${polls_failed === 1 ? 'the last poll' : `the last ${polls_failed} polls`} failed: ${last_error}`;
}

function settled({ completed_at, created_at }: Job, now: number): string | undefined {
  if (completed_at === undefined) return undefined;
  return `${timeFromNow(completed_at, now)}, ${duration(completed_at - created_at)} after its submit`;
}

function charged({ cost, output_seconds }: Job): string | undefined {
  if (cost === undefined) return undefined;
  return output_seconds === undefined ? `${da(cost)} DA` : `${da(cost)} DA for ${output_seconds} s of output`;
}
