/** The conversations that the browser keeps, and a new one. */
import type { ChatSession } from './chat-session.js';
import { filled, useTexts } from './texts.js';

export function ChatTools({ session }: { readonly session: ChatSession }) {
  const { texts } = useTexts();
  const { kept, conversation } = session;
  return (
    <>
      <details class="kept">
        <summary class="button">{texts.conversations}</summary>
        <div class="menu">
          {kept.length === 0 && <p class="soft">{texts.noConversations}</p>}
          <ul>
            {kept.map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  class="kept-title"
                  aria-current={id === conversation.id ? 'true' : undefined}
                  onClick={({ currentTarget }) => {
                    session.open(id);
                    currentTarget.closest('details')?.removeAttribute('open');
                  }}
                >
                  <bdi>{title}</bdi>
                </button>
                <button
                  type="button"
                  class="kept-remove"
                  aria-label={filled(texts.remove, { title })}
                  onClick={() => session.remove(id)}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </div>
      </details>
      <button class="button" type="button" onClick={() => session.begin()}>
        {texts.newConversation}
      </button>
    </>
  );
}
