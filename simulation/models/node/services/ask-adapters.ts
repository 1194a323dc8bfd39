/**
 * Has adapters hear words of their services, some in each history: a job that lives through a whole node
 * meets one or two, and there are hundreds.
 */
import type { Service } from '../../../../src/outward/outward.js';
import type { ServiceHeard } from '../../../history/observation.js';
import { SERVICE_NAMES, type ServiceName } from '../../../history/provider-kinds.js';
import type { Random } from '../../../world/random.js';
import { VirtualWorld } from '../../../world/virtual-world.js';
import { heardProvider } from './heard-words.js';
import { mangled } from './mangled-words.js';
import { SECOND_LOOKS } from './second-looks.js';
import { adapterFor, modelOf } from './service-adapters.js';
import { answerOf, lookedAt, secondWordFor, wordFor } from './service-words.js';
import { askSimulatedTexts } from './simulated-text-words.js';
import { askTexts } from './text-words.js';
import { failed, NOT_FOUND, type ServiceWord } from './word-forms.js';

const SERVICES_ASKED = 6;
const WORDS_OF_EACH = 18;
/** That a first look leads to the second. */
const SECOND_CHANCE = 0.5;
/** That the second leads to a third. */
const THIRD_CHANCE = 0.5;
/** That a job is looked for, if the service can be asked for it. */
const FIND_CHANCE = 0.4;
const MANGLED_CHANCE = 0.3;
const JOB_ID = 'video_00000000000000000000000001';
/** All services make it. */
const LENGTH_MS = 6_000;

export async function askAdapters(
  random: Random,
  heard: (heard: Omit<ServiceHeard, 'what'>) => void,
): Promise<void> {
  for (let service = 0; service < SERVICES_ASKED; service++)
    await askAdapter(random.pick(SERVICE_NAMES), random, heard);
  await askTexts(random.fork('texts'), heard);
  await askSimulatedTexts(random.fork('simulated texts'), heard);
}

async function askAdapter(
  name: ServiceName,
  random: Random,
  heard: (heard: Omit<ServiceHeard, 'what'>) => void,
): Promise<void> {
  const said = new WeakMap<AbortSignal, ServiceWord>();
  const asking = { isFind: false };
  const adapter = adapterFor(name, new VirtualWorld(), () => sayingService(name, random, said, asking));
  const provider = heardProvider(adapter, said, heard);
  const finds = random.fork('finds');
  const job = { jobId: JOB_ID, model: modelOf(name), handle: handleOf(name) };
  for (let word = 0; word < WORDS_OF_EACH; word++) {
    const call = { signal: new AbortController().signal };
    const isLook = word % 2 === 0;
    asking.isFind = isLook && provider.find !== undefined && finds.chance(FIND_CHANCE);
    const look = () => (asking.isFind ? provider.find?.(job, call) : provider.poll(job, call));
    const asked = isLook
      ? look()
      : provider.submit({ ...job, prompt: 'A boat', lengthMs: LENGTH_MS, extra: {} }, call);
    await asked?.catch(() => undefined);
  }
}

function sayingService(
  name: ServiceName,
  random: Random,
  said: WeakMap<AbortSignal, ServiceWord>,
  asking: { readonly isFind: boolean },
): Service {
  const second = SECOND_LOOKS[name];
  const seconds = random.fork('second looks');
  const thirds = random.fork('third looks');
  const mangling = random.fork('mangled');
  let lookedAtFirst = '';
  const thirdWord = (id: string): ServiceWord | undefined => {
    if (second?.third === undefined || !thirds.chance(THIRD_CHANCE)) return undefined;
    const word = thirds.pick(second.third.looks(id));
    return word.means === NOT_FOUND && !asking.isFind ? { ...word, means: failed('provider_error') } : word;
  };
  /** By a call, the word of the third look, which is said to be heard before it is asked for. */
  const third = new WeakMap<AbortSignal, ServiceWord>();
  return {
    async call(request, signal) {
      const last = third.get(signal);
      if (last !== undefined) return answerOf(last);
      const id = lookedAt(name, request);
      // A garbled word may lead to the second look, too.
      lookedAtFirst = id ?? lookedAtFirst;
      if (second !== undefined && id !== undefined && seconds.chance(SECOND_CHANCE)) {
        return answerOf({ status: 200, body: second.after, means: '' });
      }
      const isSecond = second?.path.test(request.path) === true;
      const next = isSecond ? thirdWord(lookedAtFirst) : undefined;
      if (next !== undefined && second?.third !== undefined) {
        said.set(signal, next);
        third.set(signal, next);
        return answerOf({ status: 200, body: second.third.after, means: '' });
      }
      const plain = isSecond
        ? secondWordFor(second, lookedAtFirst, seconds)
        : wordFor(name, request, request.method === 'POST', random);
      if (plain === undefined) throw new Error('the service has no word for that');
      const word = mangling.chance(MANGLED_CHANCE) ? mangled(plain, mangling) : plain;
      said.set(signal, word);
      return answerOf(word);
    },
    stream: () => Promise.reject(new Error('no service in memory sends events')),
    openFile: () => Promise.reject(new Error('no file')),
    listen: async () => {},
  };
}

/** Operations of Veo are named by a path. */
function handleOf(name: ServiceName): string {
  return name === 'veo' ? `models/${modelOf(name)}/operations/1` : '1';
}
