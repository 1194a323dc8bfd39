/**
 * The live view: the places of a page that show a figure of the frames which the node sends once a second.
 * They show it without a script, too, as it was when the page was made.
 */
import { effect, signal } from '@preact/signals-core';

const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 60_000;
/** The session has ended, or what it may see has changed. */
const POLICY_VIOLATION = 1_008;

const frame = signal<unknown>(undefined);

/** A page that is not seen watches nothing: others may want its place. */
export function liveView(page: Document): void {
  const places = page.querySelectorAll<HTMLElement>('[data-live]');
  const view = page.querySelector<HTMLElement>('[data-watch]');
  if (places.length === 0 || view === null) return;
  const { locale } = view.dataset;
  const formats: Readonly<Record<string, Intl.NumberFormat>> = {
    count: new Intl.NumberFormat(locale),
    amount: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
  };
  for (const place of places) effect(() => show(place, formats));
  watch(page, new URL(view.dataset.watch ?? '', location.href.replace(/^http/, 'ws')));
}

function show(place: HTMLElement, formats: Readonly<Record<string, Intl.NumberFormat>>): void {
  const { live = '', format = 'count' } = place.dataset;
  const figure = live.split('|').reduce<unknown>(step, frame.value);
  if (typeof figure !== 'number' && typeof figure !== 'string') return;
  if (place instanceof HTMLMeterElement) place.value = Number(figure);
  else place.textContent = formats[format]?.format(figure as number) ?? String(figure);
}

function step(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function watch(page: Document, url: URL): void {
  let socket: WebSocket | undefined;
  let waitMs = RECONNECT_FIRST_MS;
  const connect = () => {
    if (socket !== undefined || page.hidden) return;
    socket = new WebSocket(url);
    socket.onmessage = ({ data }) => {
      waitMs = RECONNECT_FIRST_MS;
      frame.value = JSON.parse(String(data));
    };
    socket.onclose = ({ code }) => {
      socket = undefined;
      if (code === POLICY_VIOLATION) return;
      setTimeout(connect, waitMs);
      waitMs = Math.min(2 * waitMs, RECONNECT_MAX_MS);
    };
  };
  page.addEventListener('visibilitychange', () => {
    if (page.hidden) socket?.close();
    else connect();
  });
  connect();
}
