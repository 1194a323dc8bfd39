/** `tollgate providers stand-in` */
import { messageOf } from '../../../errors/error-text.js';
import { ConfigError } from '../../../node/config/start-refused.js';
import { ADAPTERS, TEXT_ADAPTERS } from '../../../providers/adapters/adapters.js';
import type { StandInFault } from '../../../providers/adapters/remote/stand-in-faults.js';
import { serveStandIn } from '../../../providers/adapters/remote/stand-in-server.js';
import { renderClip } from '../../../providers/adapters/simulated/clip.js';
import type { Command, CommandIo, GivenArguments } from '../../framework/command.js';
import { CommandFailed, DONE, UNREACHABLE } from '../../framework/exit-status.js';
import { choiceOf, numberOf } from '../../framework/values.js';
import { standInConfiguration } from './stand-in-configuration.js';

const STANDS_IN = [...ADAPTERS, ...TEXT_ADAPTERS].filter(({ makeStandIn }) => makeStandIn !== undefined);
const KIND_NAMES = STANDS_IN.map(({ kind }) => kind);
const JUDGES_NO_CONTENT = ADAPTERS.filter(({ judgesNoContent }) => judgesNoContent === true)
  .map(({ kind }) => kind)
  .join(', ');
const KEY_VARIABLE = 'STAND_IN_KEY';
const DURATION = { least: 0, most: 3_600_000 };
const BUSY: StandInFault = {
  kind: 'instead',
  answer: { status: 429, body: { detail: 'Too many requests' } },
};

export const providersStandIn: Command = {
  arguments: [
    {
      name: 'KIND',
      description: `The kind of provider to stand in for: ${KIND_NAMES.join(', ')}.`,
      completes: KIND_NAMES,
    },
  ],
  options: [
    { name: 'port', placeholder: 'PORT', description: 'Port on 127.0.0.1. Default 0, a free one.' },
    {
      name: 'key-env',
      placeholder: 'NAME',
      description: `The environment variable with the key that requests must carry. Default ${KEY_VARIABLE}.`,
    },
    {
      name: 'pending-ms',
      placeholder: 'N',
      description:
        'How long a job waits before the work on it begins, and a text before its first token. Default 1000.',
    },
    {
      name: 'running-ms',
      placeholder: 'N',
      description:
        'How long the work on a job takes, or a stream from its first token to its last. Default 4000.',
    },
    { name: 'latency-ms', placeholder: 'N', description: 'How late each answer is. Default 0.' },
    {
      name: 'busy-share',
      placeholder: 'SHARE',
      description: 'Of all requests, the share that is answered 429, from 0 to 1. Default 0.',
    },
  ],
  about: [
    "Speaks the protocol of a provider's service on 127.0.0.1, for tests and demonstrations: it costs nothing and makes clips of a few colours, or texts of a few sentences. It runs until it is stopped, and forgets its jobs then.",
    'A job ends as a word in brackets in its prompt says: [rejects], [fails], [fails_for_content], [never_ends], [dead_link], [html_result]; without one it completes.',
    'A text knows [rejects], [fails], [fails_for_content] and [never_ends] in its last message.',
    `No content is judged by ${JUDGES_NO_CONTENT}: there [rejects] completes, and [fails_for_content] is [fails].`,
    'Prints a line of JSON for each job or text that it begins, and, on standard error, the part of a configuration file that uses it. A comment there holds the command that writes a file, if the part names one.',
  ],
  examples: [
    [
      'providers stand-in fal --port 9001',
      'Stand in for fal, which url: "http://127.0.0.1:9001" then names.',
    ],
    ['providers stand-in fal --latency-ms 1000', 'Stand in for a service that is slow.'],
  ],
  run: standIn,
};

async function standIn(given: GivenArguments, io: CommandIo): Promise<number> {
  const kind = choiceOf('KIND', given.words[0] ?? '', KIND_NAMES);
  const adapter = STANDS_IN.find((one) => one.kind === kind);
  if (adapter?.makeStandIn === undefined) throw new Error(`there is no stand-in for ${kind}`);
  const durationOf = (option: string, fallback: number) =>
    numberOf(`--${option}`, given.value(option) ?? String(fallback), DURATION);
  const port = numberOf('--port', given.value('port') ?? '0', { least: 0, most: 65_535 });
  const latencyMs = durationOf('latency-ms', 0);
  const share = { least: 0, most: 1, isFractional: true };
  const busyShare = numberOf('--busy-share', given.value('busy-share') ?? '0', share);
  const variable = given.value('key-env') ?? KEY_VARIABLE;
  const key = io.environment[variable];
  if (key === undefined || key === '') {
    throw new ConfigError(`set ${variable} to the key that requests are to carry`);
  }
  const late: StandInFault | undefined = latencyMs === 0 ? undefined : { kind: 'late', ms: latencyMs };
  const clips = new Map<number, Uint8Array>();
  const { url } = await serveStandIn(adapter.makeStandIn, {
    port,
    key,
    nowMs: io.wallMs,
    pendingMs: durationOf('pending-ms', 1_000),
    runningMs: durationOf('running-ms', 4_000),
    clip: (lengthMs) => {
      const clip = clips.get(lengthMs) ?? renderClip({ lengthMs, seed: 1 });
      clips.set(lengthMs, clip);
      return clip;
    },
    faultOf: () => (Math.random() < busyShare ? BUSY : late),
    begun: ({ prompt, begunAtMs, overAtMs }) => {
      const line = { prompt, begun_at_ms: begunAtMs, over_at_ms: overAtMs };
      io.out.write(`${JSON.stringify(line)}\n`);
    },
  }).catch((error: unknown) => {
    throw new CommandFailed(`the stand-in cannot listen: ${messageOf(error)}`, UNREACHABLE, { cause: error });
  });
  io.out.write(`stand-in for ${kind} listening on ${url}\n`);
  io.err.write(standInConfiguration(adapter, url, variable));
  return DONE;
}
