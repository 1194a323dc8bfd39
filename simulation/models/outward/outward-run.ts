/**
 * One history of calls to a service, run over real sockets of 127.0.0.1.
 *
 * Rules
 *  - `told`: the caller is told what the service answered, without the key, or an error that lets it know
 *    whether the request left.
 *  - `asked`: the service gets each request once, as it was meant, with the key; nobody else gets one.
 *  - `forbidden`: an address that a client named is called only if it is https and public.
 *  - `numbers`: as many calls are counted as were observed, and nothing that is told of one holds the key.
 */
import { messageOf } from '../../../src/errors/error-text.js';
import { isPublicAddress } from '../../../src/outward/public-address.js';
import { Services } from '../../../src/outward/services.js';
import type { EndedCall } from '../../../src/outward/traffic.js';
import type { Outcome, Watch } from '../../model.js';
import { RunRecord } from '../../world/run-record.js';
import { VirtualWorld } from '../../world/virtual-world.js';
import { answerToCall, answerToFile, answerToStream, KEY, redirectTo } from './answers.js';
import { checkCall } from './check-call.js';
import { checkFile } from './check-file.js';
import { checkStream } from './check-stream.js';
import {
  ALLOWED_ADDRESS,
  type ForeignStep,
  type OutwardHistory,
  type OutwardStep,
} from './outward-history.js';
import { type AnswerBytes, type HeardRequest, ScriptedService } from './scripted-service.js';
import { BASE, differs, LONG_MS, type StepWorld } from './step-world.js';

export async function runOutwardHistory(history: OutwardHistory, watch: Watch): Promise<Outcome> {
  const record = new RunRecord(new VirtualWorld({ seed: history.seed }), watch);
  const steps = new Map(history.steps.map((step) => [String(step.id), step]));
  const answering = (request: HeardRequest) => answerOf(steps, request, own, elsewhere);
  const own: ScriptedService = await ScriptedService.start(answering);
  const elsewhere: ScriptedService = await ScriptedService.start(answering);
  const ended: EndedCall[] = [];
  let addresses: readonly string[] = [];
  const services = new Services({
    observe: (call) => ended.push(call),
    connections: {
      isAllowed: (address) => address === ALLOWED_ADDRESS,
      addressesOf: (_, found) =>
        found(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
    },
  });
  const secretHeaders = { authorization: `Bearer ${KEY}` };
  const service = services.make({ name: 'service', url: own.origin + BASE, secretHeaders });
  try {
    for (const step of history.steps) {
      const before = { heard: own.heard.length, ended: ended.length, connections: elsewhere.connections };
      if (step.do === 'foreign') addresses = step.addresses;
      const broke = (rule: string, message: string) =>
        record.broke(rule, `step ${step.id} (${step.do}): ${message}`);
      const heard = () => own.heard.slice(before.heard);
      await doStep(step, { service, own, heard, ended: () => ended.slice(before.ended), broke });
      record.count(step.do);
      record.trace(step.do, {
        step: step.id,
        heard: heard().map(({ method, target }) => `${method} ${target}`),
      });
      if (elsewhere.connections > before.connections) broke('asked', 'another origin is connected to');
      for (const call of ended.slice(before.ended))
        if (`${call.detail} ${call.url}`.includes(KEY))
          broke('numbers', `the key is told of in ${call.detail}`);
    }
    for (const { calls } of services.numbers())
      for (const [kind, by] of Object.entries(calls))
        for (const [outcome, count] of Object.entries(by)) {
          const seen = ended.filter((call) => call.kind === kind && call.outcome === outcome).length;
          if (count !== seen)
            record.broke('numbers', `${count} ${kind} ${outcome} are counted, and ${seen} were observed`);
        }
  } finally {
    await services.close();
    await Promise.all([own.stop(), elsewhere.stop()]);
  }
  const late = await service.call({ method: 'GET', path: '/late' }, AbortSignal.timeout(LONG_MS)).then(
    () => 'answered',
    () => undefined,
  );
  if (late !== undefined) record.broke('told', 'a call is answered after all connections were closed');
  return record.outcome();
}

function answerOf(
  steps: ReadonlyMap<string, OutwardStep>,
  request: HeardRequest,
  own: ScriptedService,
  elsewhere: ScriptedService,
): AnswerBytes {
  const [, id = '', hop = '0'] = /^\/base\/(\d+)(?:\/(\d+))?(?:\?|$)/.exec(request.target) ?? [];
  const step = steps.get(id);
  switch (step?.do) {
    case 'call': {
      const next = step.hops[Number(hop)];
      if (next === undefined) return answerToCall(step, Date.now());
      const path = `${BASE}/${id}/${Number(hop) + 1}`;
      return redirectTo({ path, url: own.origin + path, elsewhere: elsewhere.origin + path }[next]);
    }
    case 'stream':
      return answerToStream(step);
    case 'file':
      return answerToFile(step, request);
    default:
      return redirectTo('/nobody-asks-for-this');
  }
}

async function doStep(step: OutwardStep, world: StepWorld): Promise<void> {
  switch (step.do) {
    case 'call':
      return await checkCall(step, world);
    case 'stream':
      return await checkStream(step, world);
    case 'file':
      return await checkFile(step, world);
    case 'foreign':
      return await checkForeign(step, world);
    case 'address':
      if (isPublicAddress(step.address) !== step.isPublic)
        world.broke('forbidden', `${step.address} is taken for ${step.isPublic ? 'closed' : 'public'}`);
  }
}

/** The allowed address has nobody who listens: to be refused there is to have got there. */
async function checkForeign({ scheme, host, addresses }: ForeignStep, world: StepWorld): Promise<void> {
  const port = new URL(world.own.origin).port;
  const isLocal = host === 'localhost' || host.endsWith('.internal');
  const leadsTo = addresses.length === 0 ? [host] : addresses;
  const isAllowed = scheme === 'https' && !isLocal && leadsTo.every((address) => address === ALLOWED_ADDRESS);
  // A connection of the step before may come only now: that alone says nothing.
  const asked = () => world.own.hellos + world.heard().length;
  const before = asked();
  const url = `${scheme}://${host}:${port}/base/file`;
  const error = await world.service
    .openFile({ url, isForeign: true }, AbortSignal.timeout(LONG_MS))
    .catch((thrown: unknown) => thrown);
  const name = error instanceof Error ? error.name : 'nothing';
  const due = isAllowed ? 'NoConnectionError' : 'ForbiddenFileError';
  if (name !== due) world.broke('forbidden', `${url} throws ${name} (${messageOf(error)}), not ${due}`);
  if (asked() > before) world.broke('forbidden', `${url} is connected to`);
  // A place of somebody else is told to nobody.
  const told = new URL(url).origin === world.own.origin ? url : 'another';
  const outcome = isAllowed ? 'no_connection' : 'forbidden';
  const ended = world
    .ended()
    .map((call) => ({ kind: call.kind, outcome: call.outcome, url: call.url ?? 'another' }));
  const flaw = differs('what is told of its end', ended, [{ kind: 'file', outcome, url: told }]);
  if (flaw !== undefined) world.broke('numbers', flaw);
}
