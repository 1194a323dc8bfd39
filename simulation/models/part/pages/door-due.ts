/** The place that each door leads to, the people that it asks, and the cookies that its browser is given. */
import { type DoorAct, ENDS } from './door-acts.js';

interface DueAnswer {
  readonly result: string;
  readonly asked: readonly unknown[];
  readonly cookies: readonly string[];
  /** Seconds. */
  readonly wait: string | undefined;
  readonly shows:
    | {
        readonly forms: readonly string[];
        readonly notices: typeof NOTHING;
        readonly links: readonly string[];
        readonly next: readonly string[];
      }
    | undefined;
}

const [MONTH_S, LONG_S] = [30 * 86_400, 400 * 86_400];
const NOTHING = { good: 0, wait: 0, bad: 0, wrong: 0 };
const [ONE_WRONG, ONE_BAD] = [
  { ...NOTHING, wrong: 1 },
  { ...NOTHING, bad: 1 },
];
const LOCAL = ['/keys', '/usage?by=key'];
const WAITS: Readonly<Record<string, string>> = { '429': '60', '503': '5' };
const NAME = 'ada@people.test';

export function doorDue(act: DoorAct): DueAnswer {
  const due = door(act);
  return { asked: [], cookies: [], wait: WAITS[due.result], shows: undefined, ...due };
}

type Door = Pick<DueAnswer, 'result'> & Partial<DueAnswer>;

function door(act: DoorAct): Door {
  const { path, isSent, isSignedIn, outcome } = act;
  const isSafe = act.opened !== 'http://gateway.test:8080';
  const insecure = { result: '403' };
  const forms = formsOf(act);
  switch (path) {
    case '/sign-in':
      return signIn(act, isSafe);
    case '/sign-out':
      return {
        result: '303 /sign-in',
        asked: isSignedIn ? [['sign_out', 'own']] : [],
        cookies: [gone(act)],
      };
    case '/sessions': {
      const isAll = act.act === 'end_all';
      if (!isSignedIn) return signInFirst(act);
      if (!isSent)
        return {
          result: '200',
          shows: { forms: ['/sessions end_all'], notices: { ...NOTHING, good: 1 }, links: [], next: [] },
        };
      const asked = [isAll ? ['sign_out_everywhere'] : ['sign_out', 'other']];
      if (outcome === 'unable') return { result: '503', asked };
      return isAll
        ? { result: '303 /sign-in', asked, cookies: [gone(act)] }
        : { result: '303 /sessions', asked };
    }
    case '/password':
      return isSignedIn ? newPassword(act) : signInFirst(act);
    case '/forgotten-password': {
      if (!act.isMailed) return { result: '404' };
      if (!isSafe) return insecure;
      if (!isSent) return { result: '200', shows: { forms, notices: NOTHING, links: [], next: [] } };
      if (act.name.trim() !== NAME)
        return { result: '400', shows: { forms, notices: ONE_WRONG, links: [], next: [] } };
      const asked = [['forgot', NAME, 'en', fromOf(act)]];
      return outcome === 'asked'
        ? { result: '200', asked, shows: { forms: [], notices: NOTHING, links: [], next: [] } }
        : { result: '429', asked, shows: { forms, notices: ONE_BAD, links: [], next: [] } };
    }
    case '/sign-up':
      return signUp(act, isSafe);
    case '/demo/': {
      const isHere = act.address !== '192.0.2.1' && act.opened === 'http://localhost:8080';
      if (!isHere || (!isSent && act.link === 'over')) return { result: '410' };
      if (!isSent) return { result: '200', shows: { forms, notices: NOTHING, links: [], next: [] } };
      return used(act, ['use', 'link', fromOf(act)]);
    }
    default: {
      if (!isSafe) return insecure;
      if (act.link === 'over') return { result: '410' };
      if (!isSent) return { result: '200', shows: { forms, notices: NOTHING, links: [], next: [] } };
      if (troubleOf(act) !== undefined)
        return { result: '400', shows: { forms, notices: ONE_WRONG, links: [], next: [] } };
      return used(act, [path === '/sign-up/' ? 'open_account' : 'accept', 'link', act.password, fromOf(act)]);
    }
  }
}

function signIn(act: DoorAct, isSafe: boolean): Door {
  const { isSent, isSignedIn, isLost, outcome, device, waitMs } = act;
  const next = LOCAL.includes(act.next) ? act.next : '';
  if (!isSent && isSignedIn) return { result: `303 ${next || '/'}` };
  const strangers = act.mayStrangers ? ['/sign-up'] : [];
  const links = [...(act.isMailed ? ['/forgotten-password'] : []), ...strangers];
  if (!isSafe) return { result: '403', shows: { forms: [], notices: ONE_BAD, links: [], next: [] } };
  const shown = { forms: formsOf(act), links, next: next === '' ? [] : [next.replace('&', '&amp;')] };
  if (!isSent) return { result: '200', shows: { ...shown, notices: { ...NOTHING, wait: Number(isLost) } } };
  const tried = { name: act.name.trim(), password: act.password, device };
  const asked = [['sign_in', tried, fromOf(act)]];
  if (outcome === 'signed_in') return { result: `303 ${next || '/'}`, asked, cookies: given(act) };
  const result = { wrong: '401', too_many_guesses: '429' }[outcome] ?? '503';
  const wait = result === '429' ? { wait: String(Math.ceil(waitMs / 1_000)) } : {};
  return { result, asked, ...wait, shows: { ...shown, notices: ONE_BAD } };
}

function newPassword(act: DoorAct): Door {
  const { outcome, device, isSent } = act;
  const shown = { forms: ['/password'], links: [], next: [''] };
  if (!isSent) return { result: '200', shows: { ...shown, notices: NOTHING } };
  if (troubleOf(act) !== undefined) return { result: '400', shows: { ...shown, notices: ONE_WRONG } };
  const asked = [['change', { password: 'old', next: act.password, device }, fromOf(act)]];
  switch (outcome) {
    case 'changed':
      return { result: '303 /sessions?changed', asked };
    case 'too_many_guesses':
      return { result: '429', asked, shows: { ...shown, notices: ONE_BAD } };
    case 'unable':
      return { result: '503', asked };
    default:
      return { result: '400', asked, shows: { ...shown, notices: ONE_WRONG } };
  }
}

function signUp(act: DoorAct, isSafe: boolean): Door {
  const { isSent, isMailed, outcome, password } = act;
  if (!act.mayStrangers) return { result: '404' };
  if (!isSafe) return { result: '403' };
  const shown = { forms: formsOf(act), links: [], next: [] };
  if (!isSent) return { result: '200', shows: { ...shown, notices: NOTHING } };
  const wrong = Number(act.name.trim() !== NAME) + Number(!isMailed && troubleOf(act) !== undefined);
  if (wrong > 0) return { result: '400', shows: { ...shown, notices: { ...NOTHING, wrong } } };
  const from = fromOf(act);
  const asked = [isMailed ? ['sign_up', NAME, 'en', from] : ['sign_up_at_once', NAME, password, from]];
  if (outcome === 'asked') return { result: '200', asked, shows: { ...shown, forms: [], notices: NOTHING } };
  const result = outcome === 'too_many' ? '429' : '503';
  return { result, asked, shows: { ...shown, notices: ONE_BAD } };
}

/** Of a link whose form came. */
function used(act: DoorAct, said: readonly unknown[]): Door {
  const { outcome } = act;
  if (outcome === 'signed_in') return { result: '303 /', asked: [said], cookies: given(act) };
  return { result: outcome === 'unable' ? '503' : '410', asked: [said] };
}

function signInFirst({ path, isSent }: DoorAct): Door {
  const next = path === '/sessions' && !isSent ? '/sessions?changed' : path;
  const query = new URLSearchParams({ next, ...(isSent && { lost: '' }) });
  return { result: `303 /sign-in?${query}` };
}

/** A password has from 10 to 200 characters, and is typed twice. */
function troubleOf({ password, again }: DoorAct): 'length' | 'differs' | undefined {
  const characters = Array.from(password).length;
  if (characters < 10 || characters > 200) return 'length';
  return password === again ? undefined : 'differs';
}

function formsOf({ path }: DoorAct): readonly string[] {
  return [path + ENDS[path]];
}

function fromOf({ address }: DoorAct): readonly string[] {
  const plain = address.replace('::ffff:', '');
  return [plain === '::1' ? '0:0:0:0::/64' : plain, plain];
}

function given(act: DoorAct): readonly string[] {
  const [session, device] = namesOf(act);
  return [cookie(act, `${session}=TOKEN`, MONTH_S), cookie(act, `${device}=DEVICE`, LONG_S)];
}

function gone(act: DoorAct): string {
  return cookie(act, `${namesOf(act)[0]}=`, 0);
}

function namesOf({ opened }: DoorAct): readonly [session: string, device: string] {
  return opened.startsWith('https:')
    ? ['__Host-tollgate', '__Host-tollgate-device']
    : ['tollgate-8080', 'tollgate-device-8080'];
}

function cookie({ opened }: DoorAct, named: string, maxAgeS: number): string {
  const secure = opened.startsWith('https:') ? '; Secure' : '';
  return `${named}; Path=/; Max-Age=${maxAgeS}; HttpOnly${secure}; SameSite=Lax`;
}
