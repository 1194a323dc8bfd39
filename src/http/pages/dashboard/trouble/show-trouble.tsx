import type { PageAnswer } from '../../page.js';
import { show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { type Trouble, TroublePage } from './trouble-page.js';

const STATUS: Readonly<Record<Trouble, number>> = {
  notFound: 404,
  forbidden: 403,
  notYours: 403,
  tooMany: 429,
  unavailable: 503,
};

export function showTrouble(request: DashboardRequest, about: Trouble): PageAnswer {
  return show(request, <TroublePage about={about} />, { status: STATUS[about] });
}
