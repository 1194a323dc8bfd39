/**
 * The link that a demo prints. Looking at it uses nothing up, for link scanners look at it, too. Its button
 * does. It counts on the machine of the demo alone: the client's address and the host are loopback ones.
 */
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { DashboardRequest } from '../requests/dashboard-request.js';
import { isLoopbackOrigin } from '../requests/origin.js';
import { cookiesOf } from '../requests/session-cookies.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { DemoOverPage, DemoPage } from './demo-page.js';

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1)$/;

export const demoSignIn: DashboardPage = {
  isFor: 'everybody',
  get(request, { people }) {
    if (!isAtTheDemo(request) || !people.links.isOpen(request.rest)) return over(request);
    return show(request, <DemoPage token={request.rest} />);
  },
  async post(request, _form, { people }) {
    if (!isAtTheDemo(request)) return over(request);
    const tried = await people.links.use(request.rest, request);
    if (tried.outcome === 'unable') return showTrouble(request, 'unavailable');
    return tried.outcome === 'over' ? over(request) : goTo('/', cookiesOf(tried, request.origin));
  },
};

function isAtTheDemo({ address = '', origin }: DashboardRequest): boolean {
  return LOOPBACK_ADDRESS.test(address) && isLoopbackOrigin(origin);
}

function over(request: DashboardRequest): PageAnswer {
  return show(request, <DemoOverPage />, { status: 410 });
}
