/** Every rule that a history of a node is held to. */

import { COOKIES } from './browsers/cookies.js';
import { CROSS_ORIGIN } from './browsers/cross-origin.js';
import { PRIVATE_PAGES } from './browsers/private-pages.js';
import type { Rule } from './invariant.js';
import { BEGUN_JOBS } from './jobs/begun-jobs.js';
import { CANCELS } from './jobs/cancels.js';
import { JOB_STATUS } from './jobs/job-status.js';
import { KEPT_JOBS } from './jobs/kept-jobs.js';
import { LIVENESS } from './jobs/liveness.js';
import { JOB_LOOKS } from './jobs/looks/job-looks.js';
import { PAUSES } from './jobs/polls/pauses.js';
import { POLLS_GO_ON } from './jobs/polls/polls-go-on.js';
import { POLLS_SHOWN } from './jobs/polls/polls-shown.js';
import { PROVIDER_BOUNDS } from './jobs/provider-bounds.js';
import { PROVIDER_CALLS } from './jobs/provider-calls.js';
import { REPEAT_LIMITS } from './jobs/routes/repeat-limits.js';
import { ROUTES } from './jobs/routes/routes.js';
import { SETTLEMENT } from './jobs/settlement.js';
import { SETTLEMENT_CAUSE } from './jobs/settlement-cause.js';
import { JOBS_LEFT_ALONE } from './jobs/submits/left-alone.js';
import { SUBMIT_REPEATS } from './jobs/submits/repeats.js';
import { TURNS } from './jobs/submits/turns.js';
import { WAITING } from './jobs/waiting.js';
import { ACCOUNTS_SHOWN } from './keys/accounts-shown.js';
import { KEYS_PER_ACCOUNT } from './keys/keys-per-account.js';
import { KEYS_SHOWN } from './keys/keys-shown.js';
import { SECRETS } from './keys/secrets.js';
import { VERIFIED } from './keys/verified.js';
import { ACTIVITY } from './money/activity.js';
import { ACTIVITY_DAYS } from './money/activity-days.js';
import { AMOUNTS } from './money/amounts.js';
import { CONSERVATION } from './money/conservation.js';
import { FINAL_READING } from './money/final-reading.js';
import { LINEARIZABILITY } from './money/linearizability.js';
import { MARKED_CREDIT } from './money/marked-credit.js';
import { NEVER_NEGATIVE } from './money/never-negative.js';
import { PRICES } from './money/prices.js';
import { USAGE } from './money/usage.js';
import { CARDS_USED } from './orders/cards.js';
import { LIVE_START } from './orders/live-start.js';
import { ORDER_CREDIT } from './orders/order-credit.js';
import { ORDER_DISMISSAL } from './orders/order-dismissal.js';
import { ORDER_ENDS } from './orders/order-ends.js';
import { ORDER_FORMS } from './orders/order-forms.js';
import { ORDER_LIFE } from './orders/order-life.js';
import { ORDER_LOOKS } from './orders/order-looks.js';
import { ORDER_MISMATCH } from './orders/order-mismatch.js';
import { ORDER_NEWS } from './orders/order-news.js';
import { ORDER_NOTICES } from './orders/order-notices.js';
import { ORDER_REFUSALS } from './orders/order-refusals.js';
import { ORDER_ROOM } from './orders/order-room.js';
import { ORDER_SHOWN } from './orders/order-shown.js';
import { PAYMENT_WORDS } from './orders/payment-words.js';
import { JOB_PAGES } from './pages/job-pages.js';
import { PAGES_AGREE } from './pages/pages-agree.js';
import { PAGES_AT_REST } from './pages/pages-at-rest.js';
import { AUDIT_ENTRIES } from './people/audit-entries.js';
import { AUDIT_TRAIL } from './people/audit-trail.js';
import { CHAT_WINDOW } from './people/chat-window.js';
import { AUDIT_TOLD } from './people/desk/audit-told.js';
import { DESK_RIGHTS } from './people/desk/desk-rights.js';
import { FORGED_REQUESTS } from './people/desk/forgeries.js';
import { MANAGEMENT_KEYS } from './people/desk/management-keys.js';
import { PEOPLE_REACH } from './people/desk/people-reach.js';
import { PEOPLE_ROOM } from './people/desk/people-room.js';
import { FORMS } from './people/forms.js';
import { GUESSES } from './people/guesses.js';
import { INVITATIONS } from './people/invitations.js';
import { LAST_OWNER } from './people/last-owner.js';
import { MAILED_LINKS } from './people/mailed-links.js';
import { MAILS } from './people/mails.js';
import { PASSWORDS } from './people/passwords.js';
import { RANKS } from './people/ranks.js';
import { RIGHTS } from './people/rights.js';
import { SESSIONS } from './people/sessions.js';
import { SIGN_UPS } from './people/sign-ups.js';
import { USERS_SHOWN } from './people/users-shown.js';
import { VISIT_RULES } from './people/visits/visit-rules.js';
import { AS_CONFIGURED } from './providers/as-configured.js';
import { PASSED_FIELDS } from './providers/passed-fields.js';
import { SERVICE_ANSWERS } from './providers/service-answers.js';
import { SERVICE_ASKED } from './providers/service-asked.js';
import { SERVICE_WORDS } from './providers/service-words.js';
import { ANSWERS } from './requests/answers.js';
import { BODY_ROOM } from './requests/bodies/body-room.js';
import { CONFIGURED } from './requests/configured.js';
import { DURABILITY } from './requests/durability.js';
import { FLAWS_NAMED } from './requests/flaws-named.js';
import { IDEMPOTENCY } from './requests/idempotency.js';
import { ISOLATION } from './requests/isolation.js';
import { LINKS } from './requests/links.js';
import { NEVER_OLDER } from './requests/never-older.js';
import { PAGING } from './requests/paging.js';
import { PROGRESS } from './requests/progress.js';
import { REACH } from './requests/reach.js';
import { REFUSAL_ORDER } from './requests/refusal-order.js';
import { SHORTAGES_TOLD } from './requests/shortages.js';
import { MADE_TIMES } from './requests/times/made-times.js';
import { DEADLINES } from './restarts/deadlines.js';
import { ORDER_DEADLINES } from './restarts/order-deadlines.js';
import { PROMPT_STOPS } from './restarts/prompt-stops.js';
import { SOUND_RECORDS } from './restarts/sound-records.js';
import { SWEPT } from './restarts/swept.js';
import { TAKEN_UP } from './restarts/taken-up.js';
import { TOLD_DAMAGE } from './restarts/told-damage.js';
import { RESULT_RULES } from './results/result-rules.js';
import { LOOK_UPS } from './texts/look-ups.js';
import { TEXT_CALLS } from './texts/text-calls.js';
import { TEXT_COSTS_TOLD } from './texts/text-costs-told.js';
import { TEXT_ENDS } from './texts/text-ends.js';
import { TEXT_READING } from './texts/text-reading.js';
import { TEXT_REFUSALS } from './texts/text-refusals.js';
import { TEXT_REPEATS } from './texts/text-repeats.js';
import { TEXT_ROUTES } from './texts/text-routes.js';
import { TEXT_SETTLEMENT } from './texts/text-settlement.js';
import { TEXT_SHOWN } from './texts/text-shown.js';
import { TEXT_SILENCE } from './texts/text-silence.js';
import { TEXT_STREAMS } from './texts/text-streams.js';
import { TEXTS_LEFT_ALONE } from './texts/texts-left-alone.js';
import { WATCHING_RULES } from './watching/watching-rules.js';
import { RATE_HEADERS } from './windows/rate-headers.js';
import { WINDOW_EXACT } from './windows/window.js';

export const RULES: readonly Rule[] = [
  ...WATCHING_RULES,
  CONSERVATION,
  ACTIVITY,
  USAGE,
  ACTIVITY_DAYS,
  AMOUNTS,
  NEVER_NEGATIVE,
  PRICES,
  SETTLEMENT,
  SETTLEMENT_CAUSE,
  ROUTES,
  REPEAT_LIMITS,
  PROVIDER_CALLS,
  PROVIDER_BOUNDS,
  CANCELS,
  PAUSES,
  SERVICE_WORDS,
  SERVICE_ASKED,
  POLLS_GO_ON,
  POLLS_SHOWN,
  JOB_LOOKS,
  TURNS,
  SUBMIT_REPEATS,
  JOBS_LEFT_ALONE,
  WAITING,
  SERVICE_ANSWERS,
  DEADLINES,
  PROMPT_STOPS,
  SWEPT,
  TAKEN_UP,
  SOUND_RECORDS,
  SHORTAGES_TOLD,
  TOLD_DAMAGE,
  DURABILITY,
  LIVENESS,
  IDEMPOTENCY,
  LINEARIZABILITY,
  FINAL_READING,
  WINDOW_EXACT,
  RATE_HEADERS,
  ANSWERS,
  REFUSAL_ORDER,
  FLAWS_NAMED,
  PAGING,
  NEVER_OLDER,
  ISOLATION,
  REACH,
  ACCOUNTS_SHOWN,
  VERIFIED,
  JOB_STATUS,
  BEGUN_JOBS,
  PROGRESS,
  MADE_TIMES,
  KEPT_JOBS,
  AS_CONFIGURED,
  PASSED_FIELDS,
  ...RESULT_RULES,
  CONFIGURED,
  KEYS_PER_ACCOUNT,
  KEYS_SHOWN,
  LINKS,
  CROSS_ORIGIN,
  COOKIES,
  PRIVATE_PAGES,
  BODY_ROOM,
  SECRETS,
  MARKED_CREDIT,
  AUDIT_ENTRIES,
  AUDIT_TRAIL,
  INVITATIONS,
  MAILS,
  MAILED_LINKS,
  SESSIONS,
  LAST_OWNER,
  PASSWORDS,
  PEOPLE_ROOM,
  GUESSES,
  CHAT_WINDOW,
  RIGHTS,
  RANKS,
  SIGN_UPS,
  FORMS,
  DESK_RIGHTS,
  MANAGEMENT_KEYS,
  FORGED_REQUESTS,
  PEOPLE_REACH,
  AUDIT_TOLD,
  JOB_PAGES,
  PAGES_AGREE,
  PAGES_AT_REST,
  USERS_SHOWN,
  ...VISIT_RULES,
  LIVE_START,
  ORDER_CREDIT,
  CARDS_USED,
  ORDER_FORMS,
  ORDER_ROOM,
  ORDER_SHOWN,
  ORDER_REFUSALS,
  ORDER_LIFE,
  ORDER_ENDS,
  ORDER_DEADLINES,
  ORDER_LOOKS,
  ORDER_MISMATCH,
  ORDER_NOTICES,
  ORDER_NEWS,
  PAYMENT_WORDS,
  ORDER_DISMISSAL,
  TEXT_SETTLEMENT,
  TEXT_CALLS,
  TEXT_COSTS_TOLD,
  TEXT_SHOWN,
  TEXT_STREAMS,
  TEXT_SILENCE,
  TEXTS_LEFT_ALONE,
  TEXT_READING,
  TEXT_ROUTES,
  TEXT_ENDS,
  TEXT_REFUSALS,
  TEXT_REPEATS,
  LOOK_UPS,
];
