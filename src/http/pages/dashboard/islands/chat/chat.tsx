/** The script of the chat's page. */
import { render } from 'preact';
import { ChatSession } from './chat-session.js';
import type { ChatSetup } from './chat-setup.js';
import { ChatTools } from './chat-tools.js';
import { ChatView } from './chat-view.js';
import { ConversationStore } from './conversation-store.js';
import { gateway } from './gateway.js';
import { LanguageContext, languageOf } from './texts.js';

/** Text comes in pieces, of which several are drawn at once: the fewer times, the longer it takes. */
const DRAWN_EVERY_MS = 30;
const SHARE_OF_TIME = 4;
const ID_BYTES = 12;

const place = document.getElementById('chat');
const tools = document.getElementById('chat-tools');
if (place !== null && tools !== null) start(place, tools);

function start(place: HTMLElement, tools: HTMLElement): void {
  const setup = JSON.parse(place.dataset.setup ?? '') as ChatSetup;
  const language = languageOf(setup);
  const draw = () => {
    const begunAt = performance.now();
    isAwaited = false;
    for (const [Part, at] of [
      [ChatView, place],
      [ChatTools, tools],
    ] as const)
      render(
        <LanguageContext.Provider value={language}>
          <Part session={session} />
        </LanguageContext.Provider>,
        at,
      );
    waitMs = Math.max(DRAWN_EVERY_MS, SHARE_OF_TIME * (performance.now() - begunAt));
  };
  let isAwaited = false;
  let waitMs = DRAWN_EVERY_MS;
  const store = new ConversationStore(localStorage, setup.keptUnder);
  const session = new ChatSession({
    setup,
    store,
    gateway,
    newId,
    onChange: () => {
      if (!isAwaited) setTimeout(draw, waitMs);
      isAwaited = true;
    },
  });
  draw();
  addEventListener('storage', ({ key, newValue }) => {
    const id = store.idIn(key);
    if (id !== undefined) session.changedElsewhere(id, newValue);
  });
  addEventListener('pagehide', () => session.stop());
}

/** Not of `crypto.randomUUID`, which plain HTTP beyond this machine does not have. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
