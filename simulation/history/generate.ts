/**
 * Makes histories of a node from seeds.
 *
 * A history has a *character*, drawn first: how many keys, how tight their limits and credit, how dense the
 * requests, which faults. Small and tight worlds are the rule, for in them everything meets everything.
 */
import type { FaultLevel } from '../model.js';
import { Random } from '../world/random.js';
import { generateCrowdedOrders } from './accounts/generate-crowded-orders.js';
import { generateGraces } from './accounts/generate-graces.js';
import { generateMovements } from './accounts/generate-movements.js';
import { generateOrders, withOrders } from './accounts/generate-orders.js';
import { generateReplayedOrders } from './accounts/generate-replayed-orders.js';
import { generateReturns } from './accounts/generate-returns.js';
import { generateRoles, generateVerified } from './accounts/generate-roles.js';
import { generateBrokenBodies } from './bodies/generate-broken-bodies.js';
import { generateCrossOrigin } from './cross-origin/generate-cross-origin.js';
import { withEscapes } from './edges/flaws/escapes.js';
import { generateEdges } from './edges/generate-edges.js';
import { generateLinks } from './edges/generate-links.js';
import { generateShortPages } from './edges/generate-short-pages.js';
import { withRequestsAtEnds } from './edges/requests-at-ends.js';
import { generateResultLinks } from './edges/results/generate-result-links.js';
import { withHeads } from './edges/submit-heads.js';
import { generateLookUps, withTexts } from './edges/texts/generate-look-ups.js';
import { generateBoots, generateEarlyWallSteps, generateFaults } from './generate-faults.js';
import { generateKept } from './kept/generate-kept.js';
import { generateLimits } from './limits/small-limits.js';
import { generateLives } from './lives/generate-lives.js';
import type { NodeHistory } from './node-history.js';
import { generatePeople } from './people/generate-people.js';
import { withTypedNames } from './people/typed-names.js';
import { generateLeftSignIns } from './people/visits/generate-left-sign-ins.js';
import { generateMessages } from './people/visits/generate-messages.js';
import { withPeople } from './people/with-people.js';
import { generateBoundReloads } from './reloads/generate-bound-reloads.js';
import { generateLeftModels } from './reloads/generate-left-models.js';
import { generateLostProviders } from './reloads/generate-lost-providers.js';
import { generateRefusedReloads } from './reloads/generate-refused-reloads.js';
import { generateRefusedTurns } from './reloads/generate-refused-turns.js';
import { generateOptionReloads, generateReloads } from './reloads/generate-reloads.js';
import { generateTriedHours } from './reloads/generate-tried-hours.js';
import { generateTriedOptions } from './reloads/generate-tried-options.js';
import { withJobs } from './requests/generate-calls.js';
import { RequestMaker } from './requests/generate-requests.js';
import { withLooksAtJobs } from './requests/looks-at-jobs.js';
import { withFailedCommits } from './restarts/failed-commits.js';
import { generateNewKeys } from './restarts/generate-new-keys.js';
import { generateRestarts } from './restarts/generate-restarts.js';
import { generateTextEnds } from './restarts/generate-text-ends.js';
import { generateUpgrades } from './restarts/generate-upgrades.js';
import { generateKeys } from './setup/generate-keys.js';
import { generateModels } from './setup/generate-models.js';
import { generateSettings } from './setup/generate-settings.js';
import { generateSituation } from './situations/generate-situations.js';
import { generateTexts } from './texts/generate-texts.js';
import { generateWatching } from './watching/generate-watching.js';

const SITUATION_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.25, heavy: 0.4 };

export function generateNodeHistory(seed: number, faults: FaultLevel): NodeHistory {
  const random = new Random(seed);
  const accounts = random.weighted([
    [3, 1],
    [2, 2],
  ]);
  const models = generateModels(random);
  const keys = generateKeys(random.fork('keys'), accounts);
  const requests = new RequestMaker(random.fork('requests'), faults, accounts, keys.length, models).make();
  const durationMs = requests.at(-1)?.at ?? 0;
  const troubles = generateFaults(random.fork('faults'), faults, durationMs);
  const arranged = random.chance(SITUATION_CHANCES[faults])
    ? generateSituation(
        random.fork('situation'),
        models,
        random.below(keys.length),
        random.between(0, durationMs),
      )
    : [];
  const reloads = generateReloads(random.fork('reloads'), durationMs, models.length);
  const facts = { faults, accounts, keys: keys.length, models, durationMs };
  const { kept, steps: ofKept } = generateKept(random.fork('kept'), facts);
  const { payments, steps: ofOrders } = generateOrders(random.fork('orders'), {
    faults,
    keys: keys.length,
    durationMs,
    hasRealProvider: kept !== undefined,
  });
  const movements = generateMovements(random.fork('movements'), keys.length, durationMs);
  const { people, steps: ofPeople } = generatePeople(random.fork('people'), {
    faults,
    accounts,
    keys,
    durationMs,
    payments,
  });
  const written = generateTexts(random.fork('texts'), { faults, keys, durationMs });
  const { texts, steps: lookUps } = generateLookUps(
    random.fork('look-ups'),
    written.texts,
    written.steps,
    keys.length,
  );
  const settings = generateSettings(random.fork('settings'));
  const restarts = generateRestarts(random.fork('restarts'), {
    faults,
    accounts,
    keys: keys.length,
    models,
    settings,
    texts,
    people,
    durationMs,
  });
  const shortPages = generateShortPages(random.fork('short pages'), keys.length, durationMs);
  const textEnds = generateTextEnds(random.fork('text ends'), { faults, texts, durationMs });
  const crowded = generateCrowdedOrders(random.fork('crowded orders'), payments, durationMs);
  const leftSignIns =
    people === undefined
      ? { steps: [] }
      : generateLeftSignIns(random.fork('left sign-ins'), accounts, durationMs);
  const limits = generateLimits(random.fork('limits'), {
    ...restarts.limits,
    ...shortPages.limits,
    ...textEnds.limits,
    ...crowded.limits,
    ...leftSignIns.limits,
  });
  const edges = generateEdges(random, { ...facts, settings, payments, texts, ...limits });
  const links = generateLinks(random.fork('links'), {
    durationMs,
    hasPublicUrl: (payments ?? people) !== undefined,
  });
  const lives = generateLives(random.fork('lives'), faults, durationMs);
  const left = generateLeftModels(random.fork('left models'), {
    faults,
    models: [...models, ...lives.models],
    texts,
    openJobsMax: settings.openJobsMax,
    durationMs,
  });
  const parts = [
    requests,
    withRequestsAtEnds(random.fork('ends'), requests, troubles),
    arranged,
    reloads,
    generateOptionReloads(random.fork('options'), durationMs),
    generateBoundReloads(random.fork('bounds'), models, durationMs),
    generateRefusedTurns(random.fork('refused turns'), faults, models, durationMs),
    generateLostProviders(random.fork('lost providers'), models, lives.models, durationMs),
    lives.steps,
    left.steps,
    generateTriedOptions(random.fork('tried'), { accounts, durationMs, payments, people, texts }),
    generateTriedHours(random.fork('tried hours'), { models, durationMs, payments, texts }),
    generateRefusedReloads(random.fork('refused'), {
      models,
      textModels: texts?.models ?? [],
      durationMs,
    }),
    ofKept,
    ofOrders,
    crowded.steps,
    generateReplayedOrders(random.fork('replayed orders'), payments, durationMs),
    generateReturns(random.fork('returns'), { faults, payments, durationMs }),
    leftSignIns.steps,
    people ? generateMessages(random.fork('messages'), { faults, keys, texts, durationMs }) : [],
    movements,
    generateGraces(random.fork('graces'), faults, durationMs),
    ofPeople,
    written.steps,
    lookUps,
    textEnds.steps,
    generateBoots(random.fork('boots'), faults, durationMs),
    generateEarlyWallSteps(random.fork('early wall steps'), faults),
    generateUpgrades(random.fork('upgrades'), faults, durationMs),
    generateNewKeys(random.fork('new keys'), faults, { durationMs, ...limits }),
    generateRoles(random.fork('roles'), accounts, keys.length, durationMs),
    people ? [] : generateVerified(random.fork('verified'), accounts, keys.length, durationMs),
    edges,
    shortPages.steps,
    restarts.steps,
    links.steps,
    generateResultLinks(random.fork('result links'), facts),
    generateCrossOrigin(random.fork('cross-origin'), durationMs),
    generateBrokenBodies(random.fork('broken bodies'), { durationMs, people }),
    generateWatching(random.fork('watching'), { accounts, durationMs, ...limits }, [
      ...requests,
      ...written.steps,
    ]),
  ];
  const planned = parts.flat().sort((a, b) => a.at - b.at);
  const inOrder = withFailedCommits(planned, random.fork('failed commits'), faults);
  const typed = withTypedNames(withPeople(inOrder), random.fork('typed names'));
  const named = withTexts(typed, random.fork('looked up'));
  const headed = withEscapes(withHeads(named, random.fork('heads')), random.fork('escapes'));
  const viewed = withOrders(withJobs(headed, random.fork('jobs')), random.fork('order views'));
  return {
    v: 1,
    model: 'node',
    seed,
    faults,
    setup: {
      ...limits,
      accounts,
      keys,
      models: [...models, ...lives.models, ...left.models],
      settings: { ...settings, ...restarts.settings, ...links.settings, ...(kept && { kept }) },
      ...(payments && { payments }),
      ...(people && { people }),
      ...(left.texts && { texts: left.texts }),
    },
    steps: withLooksAtJobs(viewed, random.fork('looks at jobs')),
  };
}
