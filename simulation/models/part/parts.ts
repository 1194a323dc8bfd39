/** The parts that are searched alone. */
import { chatAnswersPart } from './browsers/chat-answers-part.js';
import { chatPart } from './browsers/chat-part.js';
import { sitePart } from './browsers/site-part.js';
import { breakerPart } from './calls/breaker-part.js';
import { callsPart } from './calls/calls-part.js';
import { pacerPart } from './calls/pacer-part.js';
import { providerAnswersPart } from './calls/provider-answers-part.js';
import { slotsPart } from './calls/slots-part.js';
import { textsPart } from './calls/texts-part.js';
import { commandsPart } from './commands/commands-part.js';
import { orderPagesPart } from './desk/order-pages-part.js';
import { figuresPart } from './figures/figures-part.js';
import { backupFilesPart } from './folders/backup-files-part.js';
import { checkedRecordsPart } from './folders/checked-records-part.js';
import { firstStartPart } from './folders/first-start-part.js';
import { folderLockPart } from './folders/folder-lock-part.js';
import { foldersPart } from './folders/folders-part.js';
import { restorePart } from './folders/restore-part.js';
import { verifiedFolderPart } from './folders/verified/verified-folder-part.js';
import { runsPart } from './generations/runs-part.js';
import { jobDeskPart } from './job-desk/job-desk-part.js';
import { jobPart } from './jobs/job-part.js';
import { submitsPart } from './jobs/submits-part.js';
import { keyTablePart } from './keys/key-table-part.js';
import { rotationsPart } from './keys/rotations-part.js';
import { accountFramesPart } from './live/account-frames-part.js';
import { watchersPart } from './live/watchers-part.js';
import { mailsPart } from './mail/mails-part.js';
import { smtpPart } from './mail/smtp-part.js';
import { anchorPart } from './node/anchor-part.js';
import { settingsPart } from './node/settings-part.js';
import { secretsPart } from './outward/secrets-part.js';
import { memoryPart } from './overload/memory-part.js';
import { placesPart } from './overload/places-part.js';
import { refusalsPart } from './overload/refusals-part.js';
import { sheddingPart } from './overload/shedding-part.js';
import { turnsPart } from './overload/turns-part.js';
import { loadWatchPart } from './overload/watched/load-watch-part.js';
import { overviewPart } from './overview/overview-part.js';
import { accountPagesPart } from './pages/account-pages-part.js';
import { auditPagePart } from './pages/audit-page-part.js';
import { doorsPart } from './pages/doors-part.js';
import { jobPagesPart } from './pages/jobs/job-pages-part.js';
import { peoplePagesPart } from './pages/people-pages-part.js';
import type { Part } from './part.js';
import { orderPart } from './payments/order-part.js';
import { ordersPart } from './payments/orders-part.js';
import { paymentCallsPart } from './payments/payment-calls-part.js';
import { hasherPart } from './people/hasher-part.js';
import { peoplePart } from './people/people-part.js';
import { simulatedProviderPart } from './providers/simulated-provider-part.js';
import { bodiesPart } from './requests/bodies-part.js';
import { clientsPart } from './requests/clients-part.js';
import { fieldsPart } from './requests/fields-part.js';
import { headsPart } from './requests/heads-part.js';
import { repliesPart } from './requests/replies-part.js';
import { clipsPart } from './results/clips-part.js';
import { contentPart } from './results/content-part.js';
import { readingPart } from './results/reading-part.js';
import { dispatcherPart } from './routes/dispatcher-part.js';
import { filmQuotesPart } from './routes/film-quotes-part.js';
import { systemPart } from './runtime/system-part.js';
import { piecesPart } from './streams/pieces-part.js';
import { progressPart } from './streams/progress-part.js';
import { usagePagePart } from './tables/usage-page-part.js';
import { quotesPart } from './texts/quotes-part.js';
import { deadlinesPart } from './time/deadlines-part.js';
import { heapPart } from './time/heap-part.js';
import { timerPart } from './time/timer-part.js';
import { tracesPart } from './traces/traces-part.js';
import { addressesPart } from './windows/addresses-part.js';
import { connectionsPart } from './windows/connections-part.js';
import { daysPart } from './windows/days-part.js';
import { guessesPart } from './windows/guesses-part.js';
import { amountsPart } from './words/amounts-part.js';
import { cellsPart } from './words/cells-part.js';
import { histogramPart } from './words/histogram-part.js';
import { publicAddressPart } from './words/public-address-part.js';

/** How often a history is about it, and the part. */
export type PartChoice = readonly [weight: number, part: Part];

export const PARTS: readonly PartChoice[] = [
  [3, breakerPart()],
  [1, pacerPart()],
  [4, slotsPart()],
  [3, callsPart()],
  [0.5, providerAnswersPart()],
  [2, simulatedProviderPart()],
  [4, jobPart()],
  [6, jobDeskPart()],
  [3, submitsPart()],
  [2, textsPart()],
  [5, clipsPart()],
  [3, readingPart()],
  [3, mailsPart()],
  [1, smtpPart()],
  [2, addressesPart()],
  [1, guessesPart()],
  [1, daysPart()],
  [3, peoplePart()],
  [0.5, hasherPart()],
  [3, sheddingPart()],
  [1, placesPart()],
  [1, memoryPart()],
  [1, loadWatchPart()],
  [1, refusalsPart()],
  [3, systemPart()],
  [1, turnsPart()],
  [1, deadlinesPart()],
  [1, heapPart()],
  [1, timerPart()],
  [1, connectionsPart()],
  [2, piecesPart()],
  [2, progressPart()],
  [1, quotesPart()],
  [2, filmQuotesPart()],
  [2, dispatcherPart()],
  [1.5, runsPart()],
  [2, orderPart()],
  [3, ordersPart()],
  [3, paymentCallsPart()],
  [1.5, orderPagesPart()],
  [1, watchersPart()],
  [1, accountFramesPart()],
  [1, cellsPart()],
  [0.5, histogramPart()],
  [0.4, figuresPart()],
  [1, publicAddressPart()],
  [1, clientsPart()],
  [1, headsPart()],
  [1, bodiesPart()],
  [1, repliesPart()],
  [1.5, fieldsPart()],
  [1, secretsPart()],
  [1, contentPart()],
  [2, sitePart()],
  [1, chatAnswersPart()],
  [1, chatPart()],
  [1, usagePagePart()],
  [1, overviewPart()],
  [1, peoplePagesPart()],
  [1, doorsPart()],
  [1, jobPagesPart()],
  [1, accountPagesPart()],
  [0.7, auditPagePart()],
  [0.5, foldersPart()],
  [0.2, firstStartPart()],
  [0.5, checkedRecordsPart()],
  [0.6, verifiedFolderPart()],
  [0.3, backupFilesPart()],
  [0.3, restorePart()],
  [0.4, folderLockPart()],
  [1, keyTablePart()],
  [0.7, rotationsPart()],
  [0.3, amountsPart()],
  [0.6, commandsPart()],
  [1, settingsPart()],
  [0.5, tracesPart()],
  [1, anchorPart()],
];
