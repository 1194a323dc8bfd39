import { SERVED_TYPES } from '../../../../simulation/rules/results/served-types.js';
import { checkBreaches } from '../check-breaches.js';
import { at, called, exchange, JOB, type Moment, providerSaid, type Run } from '../told-history.js';

const FILE = { kind: 'file', bytes: 17, lengthMs: 2_500, isWhole: true } as const;
const CLIP = { kind: 'file', bytes: 17, isWhole: true } as const;
const LATE = 900_000;

/** A file of the job is opened, and its content fetched then. */
function fetched(type: string, file: object, name = `inline; filename="${JOB}.mp4"`): Run {
  const call = { op: 'content', key: 0, job: 1 } as const;
  const headers = { 'content-type': type, 'content-disposition': name };
  const told = exchange(call, 200, {}, headers, { jobId: JOB }) as readonly Moment[];
  return {
    read: at(LATE, called(901, 'read', 'plain'), providerSaid(901, file as typeof FILE)),
    asked: at(LATE + 1, ...told),
  };
}

checkBreaches(
  SERVED_TYPES,
  [
    ['a clip has the type of its provider', fetched('text/html', FILE), /as text\/html/],
    ['a clip has no name', fetched('video/mp4', FILE, 'attachment'), /video\/mp4, attachment/],
  ],
  [
    ['a clip is served as one', fetched('video/mp4', FILE)],
    ['nobody has read a clip', fetched('text/html', CLIP)],
  ],
);
