/** Every planted defect. */
import { ACCESS_MUTANTS } from './access-mutants.js';
import { ACCOUNT_FORM_MUTANTS } from './accounts/account-form-mutants.js';
import { AUDIT_MUTANTS } from './accounts/audit-mutants.js';
import { CARD_MUTANTS } from './accounts/card-mutants.js';
import { CONFIGURED_MUTANTS } from './accounts/configured-mutants.js';
import { CREDIT_MUTANTS } from './accounts/credit-mutants.js';
import { DESK_MUTANTS } from './accounts/desk-mutants.js';
import { FORM_MUTANTS } from './accounts/form-mutants.js';
import { MADE_ORDER_MUTANTS } from './accounts/made-order-mutants.js';
import { MAIL_MUTANTS } from './accounts/mail-mutants.js';
import { ORDER_MUTANTS } from './accounts/order-mutants.js';
import { ORDER_NEWS_MUTANTS } from './accounts/order-news-mutants.js';
import { PAGE_MUTANTS } from './accounts/page-mutants.js';
import { PAYMENT_GARBAGE_MUTANTS } from './accounts/payment-garbage-mutants.js';
import { PEOPLE_MUTANTS } from './accounts/people-mutants.js';
import { SESSION_MUTANTS } from './accounts/session-mutants.js';
import { VISIT_MUTANTS } from './accounts/visit-mutants.js';
import { ADAPTER_MUTANTS } from './adapter-mutants.js';
import { BROWSER_MUTANTS } from './browsers/browser-mutants.js';
import { CLIP_MUTANTS } from './edges/clip-mutants.js';
import { CONFIG_MUTANTS } from './edges/config-mutants.js';
import { EDGE_MUTANTS } from './edges/edge-mutants.js';
import { FLAW_MUTANTS } from './edges/flaw-mutants.js';
import { GARBAGE_MUTANTS } from './edges/garbage-mutants.js';
import { HTTP_MUTANTS } from './edges/http-mutants.js';
import { LIMIT_MUTANTS } from './edges/limit-mutants.js';
import { OUTWARD_MUTANTS } from './edges/outward-mutants.js';
import { SHORTAGE_MUTANTS } from './edges/shortage-mutants.js';
import { SIZE_MUTANTS } from './edges/size-mutants.js';
import { STORE_MUTANTS } from './edges/store-mutants.js';
import { JOB_MUTANTS } from './job-mutants.js';
import { LEFT_MUTANTS } from './jobs/left-mutants.js';
import { LIFE_MUTANTS } from './jobs/life-mutants.js';
import { KEPT_MUTANTS } from './kept-mutants.js';
import { KEY_MUTANTS } from './key-mutants.js';
import { MONEY_MUTANTS } from './money-mutants.js';
import type { Mutant } from './mutant.js';
import { COMMAND_PART_MUTANTS } from './parts/command-part-mutants.js';
import { DESK_PART_MUTANTS } from './parts/desk-part-mutants.js';
import { FOLDER_PART_MUTANTS } from './parts/folder-part-mutants.js';
import { JOB_DESK_PART_MUTANTS } from './parts/job-desk-part-mutants.js';
import { JOB_PART_MUTANTS } from './parts/job-part-mutants.js';
import { KEY_PAGE_PART_MUTANTS } from './parts/key-page-part-mutants.js';
import { NODE_PART_MUTANTS } from './parts/node-part-mutants.js';
import { OUTWARD_PART_MUTANTS } from './parts/outward-part-mutants.js';
import { PAGE_PART_MUTANTS } from './parts/page-part-mutants.js';
import { PART_MUTANTS } from './parts/part-mutants.js';
import { PAYMENT_PART_MUTANTS } from './parts/payment-part-mutants.js';
import { PEOPLE_PART_MUTANTS } from './parts/people-part-mutants.js';
import { READING_PART_MUTANTS } from './parts/reading-part-mutants.js';
import { REQUEST_PART_MUTANTS } from './parts/request-part-mutants.js';
import { ROUTE_PART_MUTANTS } from './parts/route-part-mutants.js';
import { RUNTIME_PART_MUTANTS } from './parts/runtime-part-mutants.js';
import { TEXT_PART_MUTANTS } from './parts/text-part-mutants.js';
import { WATCH_PART_MUTANTS } from './parts/watch-part-mutants.js';
import { RESTART_MUTANTS } from './restarts/restart-mutants.js';
import { UPGRADE_MUTANTS } from './restarts/upgrade-mutants.js';
import { ASKED_MUTANTS } from './results/asked-mutants.js';
import { RESULT_MUTANTS } from './results/result-mutants.js';
import { ROUTE_MUTANTS } from './route-mutants.js';
import { RUNTIME_MUTANTS } from './runtime-mutants.js';
import { TEXT_MUTANTS } from './text-mutants.js';
import { LOOK_UP_MUTANTS } from './texts/look-up-mutants.js';
import { MESSAGE_MUTANTS } from './texts/message-mutants.js';
import { TEXT_REQUEST_MUTANTS } from './texts/request-mutants.js';
import { TEXT_END_MUTANTS } from './texts/text-end-mutants.js';
import { TEXT_PAUSE_MUTANTS } from './texts/text-pause-mutants.js';
import { TEXT_SHAPE_MUTANTS } from './texts/text-shape-mutants.js';
import { WATCHING_MUTANTS } from './watching/watching-mutants.js';
import { WINDOW_MUTANTS } from './window-mutants.js';

export const MUTANTS: readonly Mutant[] = [
  ...CONFIG_MUTANTS,
  ...LIMIT_MUTANTS,
  ...MONEY_MUTANTS,
  ...EDGE_MUTANTS,
  ...FLAW_MUTANTS,
  ...GARBAGE_MUTANTS,
  ...CLIP_MUTANTS,
  ...PAGE_PART_MUTANTS,
  ...DESK_PART_MUTANTS,
  ...JOB_PART_MUTANTS,
  ...JOB_DESK_PART_MUTANTS,
  ...PART_MUTANTS,
  ...COMMAND_PART_MUTANTS,
  ...FOLDER_PART_MUTANTS,
  ...KEY_PAGE_PART_MUTANTS,
  ...NODE_PART_MUTANTS,
  ...PAYMENT_PART_MUTANTS,
  ...PEOPLE_PART_MUTANTS,
  ...READING_PART_MUTANTS,
  ...REQUEST_PART_MUTANTS,
  ...ROUTE_PART_MUTANTS,
  ...TEXT_PART_MUTANTS,
  ...RUNTIME_PART_MUTANTS,
  ...OUTWARD_PART_MUTANTS,
  ...WATCH_PART_MUTANTS,
  ...OUTWARD_MUTANTS,
  ...HTTP_MUTANTS,
  ...SHORTAGE_MUTANTS,
  ...SIZE_MUTANTS,
  ...RESTART_MUTANTS,
  ...KEY_MUTANTS,
  ...WINDOW_MUTANTS,
  ...RUNTIME_MUTANTS,
  ...JOB_MUTANTS,
  ...ROUTE_MUTANTS,
  ...LIFE_MUTANTS,
  ...LEFT_MUTANTS,
  ...ADAPTER_MUTANTS,
  ...KEPT_MUTANTS,
  ...RESULT_MUTANTS,
  ...ASKED_MUTANTS,
  ...ACCESS_MUTANTS,
  ...CREDIT_MUTANTS,
  ...ORDER_MUTANTS,
  ...MADE_ORDER_MUTANTS,
  ...ORDER_NEWS_MUTANTS,
  ...CARD_MUTANTS,
  ...PAYMENT_GARBAGE_MUTANTS,
  ...CONFIGURED_MUTANTS,
  ...ACCOUNT_FORM_MUTANTS,
  ...FORM_MUTANTS,
  ...DESK_MUTANTS,
  ...PAGE_MUTANTS,
  ...PEOPLE_MUTANTS,
  ...MAIL_MUTANTS,
  ...SESSION_MUTANTS,
  ...VISIT_MUTANTS,
  ...AUDIT_MUTANTS,
  ...TEXT_MUTANTS,
  ...LOOK_UP_MUTANTS,
  ...MESSAGE_MUTANTS,
  ...TEXT_REQUEST_MUTANTS,
  ...TEXT_END_MUTANTS,
  ...TEXT_PAUSE_MUTANTS,
  ...TEXT_SHAPE_MUTANTS,
  ...STORE_MUTANTS,
  ...UPGRADE_MUTANTS,
  ...WATCHING_MUTANTS,
  ...BROWSER_MUTANTS,
];
