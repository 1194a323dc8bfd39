/** A job as its operator sees it. The client's request to the provider is no part of it. */
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import { readDeadline } from '../../../../actors/jobs/video-job-records.js';
import { printDa, ZERO_MICRO_DA } from '../../../../money/micro-da.js';
import { unixSecondsOf } from '../../../../time/clock.js';
import type { GatewayDeps } from '../../../operation.js';
import type { JOB_AWAITS } from '../../../schemas/management-responses.js';

type Awaits = (typeof JOB_AWAITS)[number];

export function printJobFields(job: VideoJobState, deps: GatewayDeps): string {
  const { id, account, key, provider, model, lengthMs, createdAt, status, machine, settled } = job;
  const reserved = settled === null ? job.reserved : ZERO_MICRO_DA;
  const fields = [
    `"id":"${id}","object":"job","account":"${account}","key":"${key}"`,
    `"provider":${JSON.stringify(provider)},"model":${JSON.stringify(model)}`,
    ...routeFields(job),
    `"seconds":${lengthMs / 1000},"created_at":${createdAt},"status":"${status}"`,
    `"submits":${machine.context.attempt},"reserved":${printDa(reserved)}`,
    ...(settled === null ? underWay(job, deps) : settledFields(job)),
  ];
  return `{${fields.join(',')}}`;
}

function underWay(job: VideoJobState, { jobs, results, system, world }: GatewayDeps): string[] {
  const awaits = awaitsOf(job);
  const fields = [`"awaits":"${awaits}"`];
  const progress = jobs.progressOf(job.id);
  if (progress !== undefined) fields.push(`"progress":${Math.floor(Math.min(Math.max(progress, 0), 100))}`);
  const polls = awaits === 'poll' ? jobs.pollsOf(job.id) : undefined;
  if (polls !== undefined) fields.push(`"next_poll_in":${Math.ceil(polls.nextInMs / 100) / 10}`);
  if (polls !== undefined && polls.failures > 0)
    fields.push(`"polls_failed":${polls.failures},"last_error":${JSON.stringify(polls.trouble)}`);
  const trouble = awaits === 'read' ? results.troubleOf(job.id) : undefined;
  if (trouble !== undefined) fields.push(`"last_error":${JSON.stringify(trouble)}`);
  const deadline = readDeadline(job.id, system.records);
  if (deadline !== undefined) fields.push(`"deadline_at":${unixSecondsOf(deadline, world)}`);
  return fields;
}

function settledFields({ machine, settled }: VideoJobState): string[] {
  const { output, failure } = machine.context;
  return [
    ...(settled === null ? [] : [`"completed_at":${settled.at},"cost":${printDa(settled.cost)}`]),
    ...(output === null ? [] : [`"output_seconds":${output.lengthMs / 1000}`]),
    ...(failure === null
      ? []
      : [`"error":"${failure.slug}","error_message":${JSON.stringify(failure.message)}`]),
  ];
}

function routeFields({ model, machine }: VideoJobState): string[] {
  const { route, fallbacks } = machine.context;
  return [
    ...(route.model === model ? [] : [`"provider_model":${JSON.stringify(route.model)}`]),
    ...(fallbacks.length === 0 ? [] : [`"routes_left":${fallbacks.length}`]),
  ];
}

function awaitsOf({ machine: { value } }: VideoJobState): Awaits {
  if (value === 'finding') return 'find';
  if (value === 'reading') return 'read';
  if (typeof value === 'string') return 'submit';
  return Object.values(value).includes('lastCall') ? 'last_call' : 'poll';
}
