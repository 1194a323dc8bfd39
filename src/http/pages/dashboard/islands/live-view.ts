/**
 * The live view: the places of a page that show a figure of the frames which the node sends once a second.
 * They show it without a script, too, as it was when the page was made.
 */
import { effect, signal } from '@preact/signals-core';
import { type FigureFormat, type Frames, figureIn, figureText, isThere } from './frame-figures.js';

const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 60_000;
/** The session has ended, or what it may see has changed. */
const POLICY_VIOLATION = 1_008;

const frames = signal<Frames>({ now: undefined, before: undefined });

/** A page that is not seen watches nothing: others may want its place. */
export function liveView(page: Document): void {
  const places = page.querySelectorAll<HTMLElement>('[data-live]');
  const view = page.querySelector<HTMLElement>('[data-watch]');
  if (places.length === 0 || view === null) return;
  const { locale = 'en', watch: path = '' } = view.dataset;
  for (const place of places)
    effect(() => {
      if (frames.value.now !== undefined) show(place, frames.value, locale);
    });
  watch(page, new URL(path, location.href.replace(/^http/, 'ws')), () => {
    const over = view.querySelector<HTMLElement>('[data-over]');
    if (over !== null) over.hidden = false;
  });
}

function show(place: HTMLElement, { now, before }: Frames, locale: string): void {
  const { live = '', format = 'count', max, badges } = place.dataset;
  const figure = figureIn(now, live);
  if (format === 'shown' || format === 'hidden') {
    place.hidden = isThere(figure) === (format === 'hidden');
  } else if (place instanceof HTMLMeterElement) {
    if (max !== undefined) place.max = Number(figureIn(now, max) ?? 1);
    place.value = Number(figure ?? 0);
  } else if (badges !== undefined) {
    const badge = figureIn(JSON.parse(badges), String(figure)) as { text: string; tone: string } | undefined;
    if (badge === undefined) return;
    place.className = `badge ${badge.tone}`;
    place.textContent = badge.text;
  } else {
    const text = figureText({ now, before }, live, format as FigureFormat, locale);
    if (text === undefined || text === place.textContent) return;
    place.textContent = text;
    if (place instanceof HTMLAnchorElement) linkToKey(place, text);
  }
}

/** Keys of operators have no page. */
function linkToKey(place: HTMLAnchorElement, id: string): void {
  if (id.startsWith('key_')) place.href = `/keys/${id}`;
  else place.removeAttribute('href');
}

/** @param onOver called if nothing more can be watched until the page is loaded again */
function watch(page: Document, url: URL, onOver: () => void): void {
  let socket: WebSocket | undefined;
  let waitMs = RECONNECT_FIRST_MS;
  const connect = () => {
    if (socket !== undefined || page.hidden) return;
    socket = new WebSocket(url);
    socket.onmessage = ({ data }) => {
      waitMs = RECONNECT_FIRST_MS;
      frames.value = { now: JSON.parse(String(data)), before: frames.value.now };
    };
    socket.onclose = ({ code }) => {
      socket = undefined;
      if (code === POLICY_VIOLATION) {
        onOver();
        return;
      }
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
