/** `jobs`, `job_inputs`, `key_jobs`, `unfinished`, `reminders`. */

import { jobsTally } from '../../actors/jobs/tallies.js';
import type { VideoJobState } from '../../actors/jobs/video-job-messages.js';
import { type JobClass, keyJobsKey, readContext } from '../../actors/jobs/video-job-records.js';
import { MARKED_RESERVED } from '../../actors/money/tallies.js';
import { messageOf } from '../../errors/error-text.js';
import { MachineRunner } from '../../machines/run-machine.js';
import { videoJobMachine } from '../../machines/video-job.js';
import type { VideoJobContext } from '../../machines/video-job-context.js';
import { type MicroDa, priceOfLength } from '../../money/micro-da.js';
import { JOB, JOB_INPUT, readRecord, UNFINISHED } from './shapes/record-shapes.js';
import { type AuditContext, type FindClip, lookUp, type MakeTableAudit, tallier } from './table-audit.js';

type Job = (typeof JOB)['_output'];

const runner = new MachineRunner(videoJobMachine);
const REMINDER = /^([a-z_]+)\/([^/]+)\/([a-z]+)$/;
/** The relation that a reminder takes part in, by kind of actor and name. */
const REMINDED: Readonly<
  Record<string, 'jobReminders' | 'orderReminders' | 'peopleReminders' | 'graces' | undefined>
> = {
  'video_job/deadline': 'jobReminders',
  'order/deadline': 'orderReminders',
  'order/call': 'orderReminders',
  'user/sessions': 'peopleReminders',
  'invitation/expired': 'peopleReminders',
  'api_key/grace': 'graces',
};

export const auditJobs: MakeTableAudit = (context) => {
  const tally = tallier(context);
  return {
    record(id, value) {
      const read = readRecord(JOB, value);
      if (!read.ok) return context.report('unreadable_record', 'jobs', id, `job ${id}: ${read.why}`);
      const job = read.record;
      const objection = validateJob(job);
      if (objection !== undefined) context.report('job_state', 'jobs', id, `job ${id}: ${objection}`);
      const lost = objectionToResult(id, job, context.findClip);
      if (lost !== undefined) context.report('kept_result', 'jobs', id, `job ${id}: ${lost}`);
      postJob(id, job, context);
      tally(jobsTally(job.status), 1);
    },
  };
};

function postJob(id: string, job: Job, context: AuditContext): void {
  const { key, reserved, provider, status, machine, settled } = job;
  const isOpen = status === 'pending' || status === 'in_progress';
  const jobClass: JobClass = isOpen ? 'open' : status;
  context.post('jobLists', 'left', id, keyJobsKey(key, jobClass, id), 1);
  context.post('jobInputs', 'left', id, '', 1);
  context.post('jobMoney', 'left', id, 'reserved', isOpen ? reserved : 0);
  context.post('jobMoney', 'left', id, 'marked', isOpen ? (job.marked ?? 0) : 0);
  context.post('jobMoney', 'left', id, 'charged', settled?.cost ?? 0);
  if (!isOpen) {
    context.post('jobExpiry', 'left', id, '', 1);
    return;
  }
  const { route, handle, made } = contextOf(job);
  const label = unfinishedLabel(key, reserved, provider, route.model, made === null ? handle : null);
  context.post('unfinished', 'left', id, label, 1);
  // At its deadline the reminder has fired; what the job waits for then is the answer to its last question.
  if (!JSON.stringify(machine.value).includes('lastCall')) context.post('jobReminders', 'left', id, '', 1);
}

function contextOf({ machine, provider, model }: Job): VideoJobContext {
  return readContext(machine.context as Parameters<typeof readContext>[0], provider, model);
}

/** The fault of a job by itself; undefined if it has none. */
function validateJob(job: Job): string | undefined {
  const { status, machine, settled, reserved, pricePerSecond } = job;
  const value = machine.value as VideoJobState['machine']['value'];
  let snapshot: ReturnType<typeof runner.at>;
  try {
    snapshot = runner.at({ value, context: contextOf(job) });
  } catch (error) {
    return messageOf(error);
  }
  if (!snapshot.hasTag(status)) return `its status is ${status}, and its machine is at ${snapshot.path}`;
  if (snapshot.isDone !== (settled !== null))
    return `its machine is at ${snapshot.path}, and it is ${settled === null ? 'not ' : ''}settled`;
  if (settled === null) return undefined;
  const outputMs = status === 'completed' ? (machine.context.output?.lengthMs ?? 0) : 0;
  const price = priceOfLength(pricePerSecond as MicroDa, outputMs);
  const cost = price === undefined || price > reserved ? reserved : price;
  return cost === settled.cost ? undefined : `it cost ${settled.cost}, and its output comes to ${cost}`;
}

/** The fault of the file of a kept result; undefined if it has none, or if none is kept. */
function objectionToResult(
  jobId: string,
  { account, machine }: Job,
  find: FindClip | undefined,
): string | undefined {
  const file = machine.context.output?.file;
  if (find === undefined || file === undefined || !file.isKept) return undefined;
  const found = find({ account, jobId });
  if (found === 'evicted' || found === file.bytes) return undefined;
  return found === undefined
    ? 'the file of its result is missing'
    : `the file of its result has ${found} bytes, not ${file.bytes}`;
}

function unfinishedLabel(
  key: string,
  reserved: number,
  provider: string,
  model: string,
  handle: string | null,
): string {
  return `key ${key}, ${reserved} reserved, model ${model} of ${provider}, ${handle === null ? 'no handle' : `handle ${handle}`}`;
}

export const auditUnfinished: MakeTableAudit = (context) => {
  const tally = tallier(context);
  return {
    record(id, value) {
      const read = readRecord(UNFINISHED, value);
      if (!read.ok) {
        return context.report('unreadable_record', 'unfinished', id, `unfinished job ${id}: ${read.why}`);
      }
      const { key, reserved, provider, model, handle, marked = 0 } = read.record;
      context.post('unfinished', 'right', id, unfinishedLabel(key, reserved, provider, model, handle), 1);
      context.post('keyReserves', 'right', key, 'open_jobs', 1);
      context.post('keyReserves', 'right', key, 'reserved', reserved);
      if (marked > 0) tally(MARKED_RESERVED, marked);
    },
  };
};

export const auditJobInputs: MakeTableAudit = (context) => ({
  record(id, value) {
    const read = readRecord(JOB_INPUT, value);
    if (!read.ok) context.report('unreadable_record', 'job_inputs', id, `input of job ${id}: ${read.why}`);
    context.post('jobInputs', 'right', id, '', 1);
  },
});

export const auditKeyJobs: MakeTableAudit = (context) => {
  const hasKey = lookUp(context.records, 'keys');
  return {
    record(key) {
      const [keyId = '', , id = ''] = key.split('/');
      context.post('jobLists', 'right', id, key, 1);
      if (!hasKey(keyId)) {
        const what = `job ${id} is listed under key ${keyId}, which there is not`;
        context.report('missing_key', 'key_jobs', key, what);
      }
    },
  };
};

export const auditReminders: MakeTableAudit = (context) => ({
  record(key, value) {
    const [, kind, id = '', name = ''] = REMINDER.exec(key) ?? [];
    const relation = REMINDED[`${kind}/${name}`];
    if (relation === undefined || !/^\d{1,16}$/.test(value)) {
      const what = `reminder ${key}, due ${value.slice(0, 40)}: nobody is reminded so`;
      return context.report('unreadable_record', 'reminders', key, what);
    }
    const label = { orderReminders: name, graces: `at ${value}`, jobReminders: '', peopleReminders: '' };
    context.post(relation, 'right', id, label[relation], 1);
  },
});
