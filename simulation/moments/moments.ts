/**
 * The moments that a campaign has to come to, by name: those in which defects have hidden, or well could.
 *
 * A mark, `sometimes(name)`, stands in the simulation wherever such a moment can be seen; production has
 * none. Coverage tells in how many histories each came, and which never did: then the generator of histories
 * has a hole, or a bound is too large to be met.
 */
export const MOMENTS = {
  'start-failed': 'The disk refused a start, which was tried again.',
  'crash-during-start': 'A process ended before its start was over.',
  'crash-during-stop': 'A process that was told to stop ended without having stopped.',
  'commit-failed-while-another-waited':
    'A commit failed, and so did what came after it had begun, in the same instant.',
  'unheard-submit-counted': 'A client heard nothing of its submit, and later that it had been accepted.',
  'client-left-as-answer-came': 'A client left in the ms in which others were answered.',
  'page-had-next': 'A list had more than one page.',
  'repeat-while-first-under-way': 'A submit was repeated before the first had its answer.',
  'repeat-after-restart': 'A submit that a process had accepted was repeated to a later one.',
  'reload-met-job-under-way': 'Prices changed while a job was under way.',
} as const;

export type Moment = keyof typeof MOMENTS;

export const MOMENT_NAMES = Object.keys(MOMENTS) as readonly Moment[];
