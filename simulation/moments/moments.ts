/**
 * The moments that a campaign has to come to, by name: those in which defects have hidden, or well could.
 *
 * A mark, `sometimes(name)`, stands in the simulation wherever such a moment can be seen; production has
 * none. Coverage tells in how many histories each came, and which never did: then the generator of histories
 * has a hole, or a bound is too large to be met.
 */
export const MOMENTS = {
  'start-failed': 'The disk refused a start, which was tried again.',
  'live-start-refused': 'Live payments were refused at a start, for credit that no money was paid for.',
  'crash-during-start': 'A process ended before its start was over.',
  'crash-during-stop': 'A process that was told to stop ended without having stopped.',
  'crash-during-submit-call': 'A process ended while a provider was asked for a job.',
  'crash-lost-a-commit': 'A process ended while a commit was under way, which the disk then did not have.',
  'crash-kept-a-commit': 'A process ended while a commit was under way, which the disk then had.',
  'reboot-after-wall-stepped': 'The machine started anew after its wall clock had stepped.',
  'commit-of-many-writes': 'A commit carried twenty writes or more.',
  'commit-failed-while-another-waited':
    'A commit failed, and so did what came after it had begun, in the same instant.',
  'key-came-back-to-memory': 'A process read a key more often than its row and its actor are loaded once.',
  'client-left-as-answer-came': 'A client left in the ms in which others were answered.',
  'body-came-too-late': 'A body was waited for until its time was up.',
  'page-had-next': 'A list had more than one page.',
  'page-was-short': 'A page held fewer items than it could, and had more behind it.',
  'life-was-full': 'A key was to receive more than it may in its life.',
  'unheard-submit-counted': 'A client heard nothing of its submit, and later met its job.',
  'repeat-while-first-under-way': 'A submit was repeated before the first had its answer.',
  'repeat-after-restart': 'A submit that a process had accepted was repeated to a later one.',
  'repeat-met-empty-balance': 'An accepted submit was repeated when its key could pay for no other.',
  'label-came-with-another-request': 'An Idempotency-Key or reference came again with another request.',
  'label-was-used-anew': 'An Idempotency-Key had another result once the time of its first one was over.',
  'start-took-up-many': 'A start found three jobs or more at their providers.',
  'chat-window-was-full': 'A message of the web chat was refused.',
  'submit-met-full-account': 'A submit was refused since its key had as many open jobs as it may.',
  'last-credit-was-reserved': 'A submit left its key a balance of zero.',
  'transfers-crossed': 'Two keys moved credit to each other at the same time.',
  'revoked-with-requests-open': 'A key was revoked while other requests about it were open.',
  'old-secret-worked': 'A secret worked after its key had another one.',
  'old-secret-was-over': 'A secret was refused once its grace was over.',
  'limit-set-below-what-counts': 'A key got a limit below what its window held.',
  'window-full-from-before-restart': 'A key was refused for what an earlier process had admitted.',
  'reload-met-job-under-way': 'Prices changed while a job was under way.',
  'submit-called-again': 'A provider was asked for the same job again.',
  'lost-submit-was-found': 'The answer to a submit was lost, and the job was found at its provider.',
  'job-took-another-route': 'A job was submitted to a second provider.',
  'job-was-cancelled-at-its-provider': 'A provider took a cancel.',
  'result-broke-off-as-it-was-read': 'A result ended before its end.',
  'output-longer-than-asked-for': 'A provider made more seconds than were reserved.',
  'provider-contradicted-itself': 'A provider said of one job that it was completed and that it had failed.',
  'disk-of-results-failed': 'An operation on the disk of kept results failed.',
  'disk-of-results-full': 'The disk of kept results was full.',
  'text-took-another-route': 'A text was asked of a second provider.',
  'stream-was-cut-off': 'The process ended under a stream.',
  'stream-was-left': 'A client left its stream.',
  'stream-ended-after-its-text':
    'A stream ended later than the text of its provider: the commit came between.',
  'payment-was-not-believed': 'The word of a payment service was set aside.',
  'notice-came-again': 'A notice of the payment service came a second time.',
  'invitation-was-accepted-again': 'An invitation was accepted a second time.',
  'guesses-were-stopped': 'A sign-in was refused after too many guesses.',
  'passwords-had-no-room': 'A form was refused since too many passwords waited for their hashes.',
  'machine-was-short': 'Work was turned away since the machine was short of something.',
} as const;

export type Moment = keyof typeof MOMENTS;

export const MOMENT_NAMES = Object.keys(MOMENTS) as readonly Moment[];
