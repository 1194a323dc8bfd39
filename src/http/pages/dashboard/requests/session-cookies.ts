/** The cookies of a browser that is signed in: its session, and that it has signed in before. */
import type { SetCookie } from '../../../response/set-cookie.js';
import type { NewlySignedIn } from '../people.js';
import type { DashboardRequest } from './dashboard-request.js';
import type { Origin } from './origin.js';

const SESSION_MAX_S = 30 * 86_400;
const DEVICE_MAX_S = 400 * 86_400;

export function cookiesOf({ token, device }: NewlySignedIn, origin: Origin): readonly SetCookie[] {
  return [
    cookie(origin.sessionCookie, token, SESSION_MAX_S, origin),
    cookie(origin.deviceCookie, device, DEVICE_MAX_S, origin),
  ];
}

/** The mark of a browser that has signed in before. */
export function deviceOf({
  cookies,
  origin,
}: Pick<DashboardRequest, 'cookies' | 'origin'>): string | undefined {
  return cookies.get(origin.deviceCookie);
}

export function withoutSession(origin: Origin): readonly SetCookie[] {
  return [cookie(origin.sessionCookie, '', 0, origin)];
}

function cookie(name: string, value: string, maxAgeS: number, { isSecure }: Origin): SetCookie {
  return { name, value, maxAgeS, isSecure, sameSite: 'Lax' };
}
