/** The parts that are searched alone. */
import { allCallsPart } from './jobs/all-calls/all-calls-part.js';
import { breakerPart } from './jobs/calls/breaker-part.js';
import { callsPart } from './jobs/calls/calls-part.js';
import { pacerPart } from './jobs/calls/pacer-part.js';
import { providerAnswersPart } from './jobs/calls/provider-answers-part.js';
import { slotsPart } from './jobs/calls/slots-part.js';
import { textsPart } from './jobs/calls/texts-part.js';
import { jobDeskPart } from './jobs/desk/job-desk-part.js';
import { jobPart } from './jobs/job-part.js';
import { secretsPart } from './jobs/outward/secrets-part.js';
import { simulatedProviderPart } from './jobs/providers/simulated-provider-part.js';
import { clipsPart } from './jobs/results/clips-part.js';
import { contentPart } from './jobs/results/content-part.js';
import { readingPart } from './jobs/results/reading-part.js';
import { dispatcherPart } from './jobs/routes/dispatcher-part.js';
import { filmQuotesPart } from './jobs/routes/film-quotes-part.js';
import { submitsPart } from './jobs/submits-part.js';
import { anchorPart } from './node/anchor-part.js';
import { backupsPart } from './node/backups/backups-part.js';
import { commandsPart } from './node/commands/commands-part.js';
import { writtenFilesPart } from './node/disk/written-files-part.js';
import { figuresPart } from './node/figures/figures-part.js';
import { backupFilesPart } from './node/folders/backup-files-part.js';
import { checkedRecordsPart } from './node/folders/checked-records-part.js';
import { cutFilesPart } from './node/folders/cut-files-part.js';
import { firstStartPart } from './node/folders/first-start-part.js';
import { folderLockPart } from './node/folders/folder-lock-part.js';
import { foldersPart } from './node/folders/folders-part.js';
import { restorePart } from './node/folders/restore-part.js';
import { verifiedFolderPart } from './node/folders/verified/verified-folder-part.js';
import { keyTablePart } from './node/keys/key-table-part.js';
import { rotationsPart } from './node/keys/rotations-part.js';
import { tlsFilesPart } from './node/listening/tls-files-part.js';
import { reloadsPart } from './node/reloads/reloads-part.js';
import { systemPart } from './node/runtime/system-part.js';
import { settingsPart } from './node/settings-part.js';
import { signalsPart } from './node/stops/signals-part.js';
import { stopsPart } from './node/stops/stops-part.js';
import { sweepsPart } from './node/sweeps/sweeps-part.js';
import { deadlinesPart } from './node/time/deadlines-part.js';
import { heapPart } from './node/time/heap-part.js';
import { pacePart } from './node/time/pace-part.js';
import { timerPart } from './node/time/timer-part.js';
import { tracesPart } from './node/traces/traces-part.js';
import { amountsPart } from './node/words/amounts-part.js';
import { cellsPart } from './node/words/cells-part.js';
import { histogramPart } from './node/words/histogram-part.js';
import { publicAddressPart } from './node/words/public-address-part.js';
import { accountPagesPart } from './pages/account-pages-part.js';
import { auditPagePart } from './pages/audit-page-part.js';
import { chatAnswersPart } from './pages/browsers/chat-answers-part.js';
import { chatPart } from './pages/browsers/chat-part.js';
import { sitePart } from './pages/browsers/site-part.js';
import { doorsPart } from './pages/doors-part.js';
import { jobPagesPart } from './pages/jobs/job-pages-part.js';
import { keyPagesPart } from './pages/keys/key-pages-part.js';
import { managementKeyPagesPart } from './pages/keys/management-key-pages-part.js';
import { nodePagePart } from './pages/node/node-page-part.js';
import { orderPagesPart } from './pages/orders/order-pages-part.js';
import { overviewPart } from './pages/overview/overview-part.js';
import { peoplePagesPart } from './pages/people-pages-part.js';
import { usagePagePart } from './pages/usage/usage-page-part.js';
import type { Part } from './part.js';
import { orderPart } from './payments/order-part.js';
import { ordersPart } from './payments/orders-part.js';
import { paymentCallsPart } from './payments/payment-calls-part.js';
import { hasherPart } from './people/hasher-part.js';
import { accountFramesPart } from './people/live/account-frames-part.js';
import { watchersPart } from './people/live/watchers-part.js';
import { mailsPart } from './people/mail/mails-part.js';
import { smtpPart } from './people/mail/smtp-part.js';
import { peoplePart } from './people/people-part.js';
import { bodiesPart } from './requests/bodies-part.js';
import { clientsPart } from './requests/clients-part.js';
import { fieldsPart } from './requests/fields-part.js';
import { gatewayPart } from './requests/gateway/gateway-part.js';
import { headsPart } from './requests/heads-part.js';
import { memoryPart } from './requests/overload/memory-part.js';
import { placesPart } from './requests/overload/places-part.js';
import { refusalsPart } from './requests/overload/refusals-part.js';
import { sheddingPart } from './requests/overload/shedding-part.js';
import { turnsPart } from './requests/overload/turns-part.js';
import { loadWatchPart } from './requests/overload/watched/load-watch-part.js';
import { repliesPart } from './requests/replies-part.js';
import { addressesPart } from './requests/windows/addresses-part.js';
import { connectionsPart } from './requests/windows/connections-part.js';
import { daysPart } from './requests/windows/days-part.js';
import { guessesPart } from './requests/windows/guesses-part.js';
import { generationsPart } from './texts/desk/generations-part.js';
import { runsPart } from './texts/generations/runs-part.js';
import { quotesPart } from './texts/quotes-part.js';
import { chunksPart } from './texts/streams/chunks-part.js';
import { piecesPart } from './texts/streams/pieces-part.js';
import { progressPart } from './texts/streams/progress-part.js';

/** How often a history is about it, and the part. */
export type PartChoice = readonly [weight: number, part: Part];

export const PARTS: readonly PartChoice[] = [
  [3, breakerPart()],
  [1, pacerPart()],
  [4, slotsPart()],
  [3, callsPart()],
  [2, allCallsPart()],
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
  [0.7, stopsPart()],
  [0.2, signalsPart()],
  [0.5, pacePart()],
  [1, sweepsPart()],
  [1, turnsPart()],
  [1, deadlinesPart()],
  [1, heapPart()],
  [1, timerPart()],
  [1, connectionsPart()],
  [2, piecesPart()],
  [1, chunksPart()],
  [2, progressPart()],
  [1, quotesPart()],
  [2, filmQuotesPart()],
  [2, dispatcherPart()],
  [1.5, runsPart()],
  [3, generationsPart()],
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
  [3, gatewayPart()],
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
  [0.4, nodePagePart()],
  [1, peoplePagesPart()],
  [1, doorsPart()],
  [1, jobPagesPart()],
  [1, accountPagesPart()],
  [1.5, keyPagesPart()],
  [1, managementKeyPagesPart()],
  [0.7, auditPagePart()],
  [0.5, foldersPart()],
  [0.6, firstStartPart()],
  [0.6, cutFilesPart()],
  [0.3, writtenFilesPart()],
  [0.5, checkedRecordsPart()],
  [0.6, verifiedFolderPart()],
  [0.3, backupFilesPart()],
  [0.5, backupsPart()],
  [0.3, restorePart()],
  [0.4, folderLockPart()],
  [1, keyTablePart()],
  [0.6, tlsFilesPart()],
  [0.7, rotationsPart()],
  [0.3, amountsPart()],
  [0.6, commandsPart()],
  [1, settingsPart()],
  [0.5, reloadsPart()],
  [0.5, tracesPart()],
  [1, anchorPart()],
];
