/** The conversation that is open, and the field below it. */
import { useEffect, useRef } from 'preact/hooks';
import type { ChatSession } from './chat-session.js';
import { Composer } from './composer.js';
import { mayResend } from './conversation.js';
import { useTexts } from './texts.js';
import { TurnView } from './turn-view.js';

/** A reader this near to the end wants to see what comes. */
const NEAR_PX = 160;

export function ChatView({ session }: { readonly session: ChatSession }) {
  const { texts } = useTexts();
  const { conversation, isKept } = session;
  const { turns } = conversation;
  const state = turns.at(-1)?.answer.state;
  useFollowing(conversation);
  return (
    <>
      <div class="turns" role="log" aria-live="off" aria-label={texts.conversation}>
        {turns.length === 0 && (
          <div class="chat-empty">
            <h2>{texts.empty}</h2>
            <p class="soft">{texts.emptyHint}</p>
          </div>
        )}
        <ol>
          {turns.map((turn, at) => {
            const isLast = at === turns.length - 1;
            const onResend = isLast && mayResend(conversation) ? () => session.resend() : undefined;
            return <TurnView key={at} turn={turn} onResend={onResend} />;
          })}
        </ol>
      </div>
      <p class="unseen" role="status">
        {state === 'writing' && texts.writing}
        {state === 'whole' && texts.whole}
        {state === 'stopped' && texts.stopped}
      </p>
      {!isKept && (
        <p class="notice wait" role="status">
          {texts.notKept}
        </p>
      )}
      <Composer session={session} />
    </>
  );
}

/** Keeps the end in sight while it grows, unless the reader has gone up. */
function useFollowing({ id, turns }: { readonly id: string; readonly turns: readonly unknown[] }): void {
  const seen = useRef<{ height: number; of: string } | undefined>(undefined);
  useEffect(() => {
    const { scrollHeight } = document.documentElement;
    const of = `${id}/${turns.length}`;
    const wasNear = scrollY + innerHeight >= (seen.current?.height ?? 0) - NEAR_PX;
    const hasMore = turns.length > 0 && (wasNear || seen.current?.of !== of);
    if (hasMore) scrollTo({ top: scrollHeight });
    seen.current = { height: scrollHeight, of };
  });
}
