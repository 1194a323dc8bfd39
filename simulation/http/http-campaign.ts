/**
 * A campaign: inputs made from one seed, sent to real servers over several connections at a time, each
 * checked. The servers come one after the other, each with a configuration of its own.
 *
 * The inputs follow from the seed and the corpus as it stood at the beginning of a batch; the answers
 * may depend on when. Between batches nothing is under way, and the process is looked after.
 */
import { Random } from '../world/random.js';
import type { Corpus } from './corpus.js';
import { type Finding, kindOf } from './finding.js';
import type { HttpCampaignHost, HttpCampaignPlan, HttpCampaignState } from './http-plan.js';
import { generateInput, listenerFor } from './inputs/generator.js';
import { printPlan } from './inputs/request-plan.js';
import { validRequest } from './inputs/valid-request.js';
import { flawInBooks } from './oracle/books.js';
import type { AcceptedSubmit } from './oracle/oracle.js';
import type { HttpFlaw } from './oracle/oracle-facts.js';
import { drawSetup, USUAL_SETUP } from './server/server-setup.js';
import { shrinkInput } from './shrink-input.js';
import { signatureOf } from './signature.js';
import { Trial, type Verdict } from './trial.js';
import { type HttpInput, IN_ONE_PIECE } from './wire/http-input.js';

const CONNECTIONS = 32;
const BATCH_RUNS = 1_000;
/** Most servers meet so few inputs that many setups come; one in seven lives to show what it gathers. */
const RUNS_OF_SERVER = [
  [6, 2_000],
  [1, 20_000],
] as const;
/** Inputs that are remembered when they are over. */
const JUST_OVER_MAX = 64;
/** Kinds of findings after which a campaign ends in any case. */
const KINDS_MAX = 40;

export class HttpCampaign {
  readonly #plan: HttpCampaignPlan;
  readonly #host: HttpCampaignHost;
  readonly #corpus: Corpus;
  readonly #random: Random;
  readonly #signatures = new Set<string>();
  readonly #kinds = new Set<string>();
  /** By the server that runs. */
  #accepted: AcceptedSubmit[] = [];
  #acceptedBefore = 0;
  #setup = USUAL_SETUP;
  #servers = 0;
  readonly #underWay = new Map<number, HttpInput>();
  readonly #justOver: HttpInput[] = [];
  #runs = 0;
  #answers = 0;
  #newEntries = 0;
  #isOver = false;
  #hasCrashed = false;

  constructor(plan: HttpCampaignPlan, corpus: Corpus, host: HttpCampaignHost) {
    this.#plan = plan;
    this.#corpus = corpus;
    this.#host = host;
    this.#random = new Random(plan.seed);
  }

  state(): HttpCampaignState {
    return {
      runs: this.#runs,
      answers: this.#answers,
      signatures: this.#signatures.size,
      newEntries: this.#newEntries,
      findings: this.#kinds.size,
      acceptedSubmits: this.#acceptedBefore + this.#accepted.length,
      servers: this.#servers,
    };
  }

  /** @throws Error if no server can be started */
  async run(): Promise<void> {
    do await this.#runServer();
    while (!this.#isDone());
  }

  async #runServer(): Promise<void> {
    const random = this.#random.fork(`server ${++this.#servers}`);
    this.#setup = drawSetup(random);
    this.#acceptedBefore += this.#accepted.length;
    this.#accepted = [];
    const trial = await Trial.start(this.#setup, this.#plan.main);
    const { server } = trial.stage;
    try {
      await this.#attack(trial, this.#runs + random.weighted(RUNS_OF_SERVER));
    } catch (error) {
      if (await server.isUp()) throw error;
    } finally {
      if (server.end !== undefined) await this.#tellCrash(trial.flawOfEnd());
      const end = await server.stop();
      if (end !== 'exit status 0' && !this.#hasCrashed)
        this.#tell({ flaw: { rule: 'crash', message: `the server ended with ${end}` }, run: this.#runs });
      if (this.#hasCrashed) this.#isOver = true;
    }
  }

  /** @throws Error if the server gives no answer to what is well-formed */
  async #attack(trial: Trial, end: number): Promise<void> {
    if (this.#servers === 1) await this.#learn(trial);
    while (this.#runs < end && !this.#isDone() && trial.stage.server.end === undefined)
      await this.#batch(trial);
    if (!(await trial.stage.server.isUp())) return;
    const flaw = await flawInBooks(trial.stage, this.#accepted);
    if (flaw !== undefined) this.#tell({ flaw, run: this.#runs });
  }

  /** One sound request of every operation, and the whole corpus, so that what is old is known to be. */
  async #learn(trial: Trial): Promise<void> {
    for (const operation of trial.facts.description.operations) {
      const plan = validRequest(
        this.#random.fork(`${operation.method} ${operation.path}`),
        trial.facts,
        operation,
      );
      this.#corpus.grow(printPlan(plan));
    }
    for (const bytes of this.#corpus.entries) {
      if (this.#isDone()) return;
      const input: HttpInput = { bytes, delivery: IN_ONE_PIECE, listener: listenerFor(bytes) };
      if (!(await this.#try(trial, 0, input))) return;
    }
  }

  async #batch(trial: Trial): Promise<void> {
    const corpus = [...this.#corpus.entries];
    const end = this.#runs + BATCH_RUNS;
    const work = async (): Promise<void> => {
      while (this.#runs < end && !this.#isDone() && trial.stage.server.end === undefined) {
        const run = ++this.#runs;
        const input = generateInput(this.#random.fork(run), trial.facts, corpus);
        if (!(await this.#try(trial, run, input))) return;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    if (!(await trial.stage.server.isUp())) return;
    const flaw = await trial.flawOfProcess();
    if (flaw === undefined) return;
    this.#tell({ flaw, run: this.#runs });
    // A lasting flaw of the process would be found after every batch.
    this.#isOver = true;
  }

  /** @returns false if the server has ended: then the input is among those under way */
  async #try(trial: Trial, run: number, input: HttpInput): Promise<boolean> {
    this.#underWay.set(run, input);
    const verdict = await trial.send(input);
    const { server } = trial.stage;
    // A server that ends leaves answers out before its end is known.
    if (server.end !== undefined || (verdict.flaw !== undefined && !(await server.isUp()))) return false;
    await this.#take(trial, run, input, verdict);
    this.#underWay.delete(run);
    this.#justOver.push(input);
    if (this.#justOver.length > JUST_OVER_MAX) this.#justOver.shift();
    return true;
  }

  async #take(trial: Trial, run: number, input: HttpInput, verdict: Verdict): Promise<void> {
    const { flaw, observation, stream, accepted } = verdict;
    this.#answers += observation.answers.length;
    this.#accepted.push(...accepted);
    if (flaw !== undefined) {
      await this.#tellOf(trial, run, input, verdict, flaw);
      return;
    }
    const signature = signatureOf(stream, observation, trial.facts.description);
    if (!this.#signatures.has(signature)) {
      this.#signatures.add(signature);
      if (run > 0 && input.delivery.ending !== 'abort' && this.#corpus.grow(input.bytes))
        this.#newEntries += 1;
    }
    this.#host.progressed(this.state());
  }

  async #tellOf(
    trial: Trial,
    run: number,
    input: HttpInput,
    verdict: Verdict,
    flaw: HttpFlaw,
  ): Promise<void> {
    if (this.#kinds.has(kindOf(flaw))) return;
    this.#kinds.add(kindOf(flaw));
    let last = verdict;
    const stays = async (candidate: HttpInput): Promise<boolean> => {
      const again = await trial.send(candidate);
      this.#accepted.push(...again.accepted);
      if (again.flaw === undefined || kindOf(again.flaw) !== kindOf(flaw)) return false;
      if (!(await trial.stage.server.isUp())) return false;
      last = again;
      return true;
    };
    const isRepeatable = this.#plan.shrinks && (await stays(input));
    const shortest = isRepeatable ? await shrinkInput(input, stays) : input;
    const answers = last.observation.answers.map(
      ({ status, fields, body }) =>
        `${[status, ...fields.map(([name, value]) => `${name}: ${value}`)].join('\n')}\n\n${body}`,
    );
    this.#tell({ flaw: last.flaw ?? flaw, run, inputs: [shortest], isRepeatable, answers });
  }

  /** Which of the inputs under way ends a server, alone. */
  async #tellCrash(flaw: HttpFlaw): Promise<void> {
    for (const [run, input] of this.#underWay) {
      const trial = await Trial.start(this.#setup, this.#plan.main);
      await trial.send(input);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const isGuilty = trial.stage.server.end !== undefined;
      await trial.stage.server.stop();
      if (!isGuilty) continue;
      this.#tell({ flaw, run, inputs: [input], isRepeatable: true });
      return;
    }
    // None does it alone: all are kept, and those just over, for one who broke its connection does not wait.
    this.#tell({ flaw, run: this.#runs, inputs: [...this.#underWay.values(), ...this.#justOver] });
  }

  #tell(found: Partial<Finding> & Pick<Finding, 'flaw' | 'run'>): void {
    const { flaw, run, inputs = [], isRepeatable = false, answers = [] } = found;
    this.#kinds.add(kindOf(flaw));
    if (flaw.rule === 'crash') this.#hasCrashed = true;
    const setup = this.#setup;
    this.#host.found({ seed: this.#plan.seed, run, flaw, setup, inputs, isRepeatable, answers });
  }

  #isDone(): boolean {
    const { until, keepGoing } = this.#plan;
    if (this.#isOver || this.#host.isStopped()) return true;
    if (this.#kinds.size >= (keepGoing ? KINDS_MAX : 1)) return true;
    return 'runs' in until ? this.#runs >= until.runs : this.#host.elapsedMs() >= until.ms;
  }
}
