/** Defects that show once a reload takes a model away, or brings one back. */
import type { Mutant } from '../mutant.js';

const CREATION = 'src/actors/jobs/job-creation.ts';
const TEXT_CREATION = 'src/actors/generations/generation-creation.ts';
const SUBMIT = 'src/http/operations/v1/submit-video.ts';
const CORE = 'src/node/assembly/reloadable-core.ts';
const MODELS = 'src/node/assembly/providers/models.ts';

const LOOK_UP = '  const known = lookupResult(turn, key, idempotency);\n';
const REFUSED = "  if (!quote.ok) return { outcome: 'not_on_offer', quote };\n";
const CATALOGUE = '        core.catalogue = catalogue;\n';
const TEXT_CATALOGUE = '        core.textCatalogue = textCatalogue;\n';

export const LEFT_MUTANTS: readonly Mutant[] = [
  {
    name: 'gone-model-is-refused-before-the-repeat',
    breaks: 'The repeat of an accepted submit is refused once its model is gone.',
    edits: [{ file: CREATION, find: LOOK_UP, replace: REFUSED + LOOK_UP }],
    faults: 'light',
    caughtBy: ['refusal-order'],
  },
  {
    name: 'gone-text-model-is-refused-before-the-repeat',
    breaks: 'The repeat of a request for a text that was made is refused once its model is gone.',
    edits: [{ file: TEXT_CREATION, find: LOOK_UP, replace: REFUSED + LOOK_UP }],
    faults: 'light',
    caughtBy: ['text-repeats'],
  },
  {
    name: 'replay-needs-the-model',
    breaks: 'A repeat is answered as if its job did not exist once its model is gone.',
    edits: [
      {
        file: SUBMIT,
        find: '  return accepted(job, baseUrl, true);\n',
        replace:
          "  if (deps.catalogue.find(job.model) === undefined)\n    return failed({ code: 'model_not_found', message: 'Gone.', param: 'model' });\n  return accepted(job, baseUrl, true);\n",
      },
    ],
    faults: 'light',
    caughtBy: ['refusal-order'],
  },
  {
    name: 'sameness-by-the-length-of-the-model',
    breaks: 'A repeat without a length is another request once its model, and so its usual length, is gone.',
    edits: [
      {
        file: SUBMIT,
        find: '() => sameness(request.value));',
        replace:
          '() =>\n      sameness({\n        ...request.value,\n        lengthMs: request.value.lengthMs ?? deps.catalogue.find(request.value.model)?.lengthDefaultMs,\n      }),\n    );',
      },
    ],
    faults: 'light',
    caughtBy: ['idempotency'],
  },
  {
    name: 'gone-model-is-listed',
    breaks: 'The list of models is that of the file before the last reload.',
    edits: [
      {
        file: CORE,
        find: CATALOGUE,
        replace: `        const { list } = core.catalogue;\n        core.catalogue = { ...catalogue, list };\n`,
      },
    ],
    faults: 'light',
    caughtBy: ['prices'],
  },
  {
    name: 'model-that-is-not-offered-is-taken',
    breaks: 'A model whose entry says that it is not offered takes jobs.',
    edits: [
      {
        file: MODELS,
        find: 'return model.settings.isOffered === false ? [] : [{ offer, routes }];',
        replace: 'return [{ offer, routes }];',
      },
    ],
    faults: 'light',
    caughtBy: ['refusal-order', 'prices'],
  },
  {
    name: 'gone-text-model-writes-on',
    breaks: 'A model of text that a reload took away takes requests.',
    edits: [
      {
        file: CORE,
        find: TEXT_CATALOGUE,
        replace:
          '        const { find } = core.textCatalogue;\n        core.textCatalogue = { ...textCatalogue, find: (id) => textCatalogue.find(id) ?? find(id) };\n',
      },
    ],
    faults: 'light',
    caughtBy: ['text-refusals'],
  },
  {
    name: 'model-that-comes-back-is-refused',
    breaks: 'A model that was gone before a reload is not found after it.',
    edits: [
      {
        file: CORE,
        find: CATALOGUE,
        replace:
          '        const { find } = core.catalogue;\n        core.catalogue = { ...catalogue, find: (id) => (find(id) === undefined ? undefined : catalogue.find(id)) };\n',
      },
    ],
    faults: 'light',
    caughtBy: ['refusal-order'],
  },
  {
    name: 'bounds-of-before-the-reload',
    breaks: 'A model takes the lengths that it took before the last reload.',
    edits: [
      {
        file: CORE,
        find: CATALOGUE,
        replace:
          '        const { find } = core.catalogue;\n        const longest = (id, most) => find(id)?.lengthMaxMs ?? most;\n        const kept = (offer) => offer && { ...offer, lengthMaxMs: longest(offer.id, offer.lengthMaxMs) };\n        core.catalogue = { ...catalogue, find: (id) => kept(catalogue.find(id)) };\n',
      },
    ],
    faults: 'light',
    caughtBy: ['refusal-order'],
  },
  {
    name: 'jobs-of-a-gone-model-are-left',
    breaks: 'Jobs under way are not polled any more once a reload took their model away.',
    edits: [
      {
        file: CORE,
        find: CATALOGUE,
        replace: `${CATALOGUE}        for (const { key } of core.system.records.range('unfinished', { limit: 1_000 }))\n          if (catalogue.find(core.system.view(core.videoJob, key)?.model ?? '') === undefined) core.calls.unwatch(key);\n`,
      },
    ],
    faults: 'light',
    caughtBy: ['polls-go-on'],
  },
  {
    name: 'cancel-names-the-model-of-the-gateway',
    breaks: 'A provider that knows a model by another name is told to give up a job of no model of its own.',
    edits: [
      {
        file: 'src/actors/jobs/video-job.ts',
        find: 'const ticket = { jobId, provider, model: route.model, handle };',
        replace: 'const ticket = { jobId, provider, model, handle };',
      },
    ],
    caughtBy: ['provider-calls'],
  },
];
