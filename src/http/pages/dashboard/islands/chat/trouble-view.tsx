/** The reason why an answer failed, and the way on. */
import { useEffect, useState } from 'preact/hooks';
import type { Trouble } from './conversation.js';
import { filled, useTexts } from './texts.js';

const TICK_MS = 250;

interface TroubleViewProps {
  readonly trouble: Trouble;
  /** Undefined unless it can be sent once more. */
  readonly onResend: (() => void) | undefined;
}

export function TroubleView({ trouble, onResend }: TroubleViewProps) {
  const { texts, unit, amount } = useTexts();
  const { why, message, againAt, required, balance } = trouble;
  const leftS = useSecondsUntil(why === 'limit' ? againAt : undefined);
  const tone = why === 'limit' || why === 'busy' ? 'wait' : 'bad';
  return (
    <div class={`notice ${tone}`}>
      <div class="trouble">
        <p role="alert">
          {texts[why]}
          {why === 'other' && (
            <>
              {' '}
              <span lang="en" dir="ltr">
                {message}
              </span>
            </>
          )}
          {why === 'credit' &&
            required !== undefined &&
            ` ${filled(texts.creditNeeds, { required: amount(required), balance: amount(balance ?? 0), unit })}`}
        </p>
        {why === 'limit' && (
          <p class="number" role={leftS === 0 ? 'status' : undefined}>
            {leftS === 0 ? texts.limitOver : filled(texts.limitIn, { seconds: leftS })}
          </p>
        )}
        <div class="actions">
          {why === 'signedOut' && <a href="/sign-in?next=/chat">{texts.signIn}</a>}
          {why === 'credit' && <a href="/top-up">{texts.topUp}</a>}
          {onResend !== undefined && (
            <>
              <button class="button quiet" type="button" disabled={leftS > 0} onClick={onResend}>
                {texts.sendAgain}
              </button>
              <span class="soft small">{texts.sendAgainHint}</span>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** Whole seconds that are left, counted down; 0 at the end. */
function useSecondsUntil(at: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const isOver = at === undefined || now >= at;
  useEffect(() => {
    if (isOver) return undefined;
    const ticks = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticks);
  }, [isOver]);
  return isOver ? 0 : Math.ceil((at - now) / 1_000);
}
