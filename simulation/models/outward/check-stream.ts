/** A stream of events, and what its reader has to see. */
import { messageOf } from '../../../src/errors/error-text.js';
import { bodyOf, KEY } from './answers.js';
import type { StreamStep } from './outward-history.js';
import { differs, LONG_MS, type StepWorld } from './step-world.js';

export async function checkStream(step: StreamStep, world: StepWorld): Promise<void> {
  await readStream(step, world);
  const told = world.ended().map(({ kind, method, outcome, status }) => [kind, method, outcome, status]);
  const flaw = differs('what is told of its end', told, [['api', 'POST', ...endDue(step)]]);
  // A reader that leaves may do so before the break, or behind it.
  if (flaw !== undefined && !(step.isLeft && step.end !== 'whole')) world.broke('numbers', flaw);
}

function endDue({ refusal, end }: StreamStep): readonly unknown[] {
  if (refusal === undefined) return end === 'whole' ? ['ok', 200] : ['broken', undefined];
  const { status } = refusal;
  if (status < 400) return ['ok', status];
  return [status === 429 ? 'busy' : status < 500 ? 'client_error' : 'server_error', status];
}

async function readStream(step: StreamStep, { service, heard, broke }: StepWorld): Promise<void> {
  const request = { method: 'POST', path: `/${step.id}`, body: {} } as const;
  const answer = await service.stream(request, AbortSignal.timeout(LONG_MS));
  const [{ fields } = { fields: new Map() }] = heard();
  const asked =
    differs('requests', heard().length, 1) ??
    differs('the key', fields.get('authorization'), `Bearer ${KEY}`) ??
    differs('Accept', fields.get('accept'), 'text/event-stream, application/json');
  if (asked !== undefined) broke('asked', asked);
  if (!('events' in answer)) {
    const { refusal } = step;
    const due = refusal && { status: refusal.status, body: bodyOf(refusal).told, retryAfterMs: undefined };
    const flaw =
      due === undefined ? 'the events are taken for an answer' : differs('the answer', answer, due);
    if (flaw !== undefined) broke('told', flaw);
    return;
  }
  if (step.refusal !== undefined) broke('told', 'an answer is taken for events');
  const due = step.events.map((data) => data.replaceAll('SECRET', '[secret]'));
  const came: string[] = [];
  let error: unknown;
  try {
    for await (const some of answer.events) {
      came.push(...some);
      if (step.isLeft) break;
    }
  } catch (thrown) {
    error = thrown;
  }
  const isRead = !step.isLeft || due.length === 0;
  const flaw =
    differs('what is read', came, isRead ? due : due.slice(0, came.length)) ??
    (isRead && error === undefined && step.end !== 'whole'
      ? 'a stream that broke ends in order'
      : undefined) ??
    (error === undefined || step.end !== 'whole' ? undefined : `it throws: ${messageOf(error)}`);
  if (flaw !== undefined) broke('told', flaw);
}
