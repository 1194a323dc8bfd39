/** A message and its answer. */
import type { Answer, Turn } from './conversation.js';
import { CopyButton } from './copy-button.js';
import { Markdown } from './markdown.js';
import { useTexts } from './texts.js';
import { TroubleView } from './trouble-view.js';

interface TurnViewProps {
  readonly turn: Turn;
  /** Undefined unless it can be sent once more. */
  readonly onResend: (() => void) | undefined;
}

export function TurnView({ turn, onResend }: TurnViewProps) {
  const { texts } = useTexts();
  const { question, answer } = turn;
  return (
    <li class="turn">
      <div class="question">
        <h2 class="unseen">{texts.you}</h2>
        <p dir="auto">{question}</p>
      </div>
      <div class="answer" aria-busy={answer.state === 'writing'}>
        <h2 class="unseen">
          <bdi>{answer.model}</bdi>
        </h2>
        {answer.text !== '' && <Markdown text={answer.text} />}
        {answer.state === 'writing' && <span class="pulse" aria-hidden="true" />}
        {answer.isCut === true && <p class="soft small">{texts.cut}</p>}
        {answer.trouble !== undefined && <TroubleView trouble={answer.trouble} onResend={onResend} />}
        <Facts answer={answer} />
      </div>
    </li>
  );
}

function Facts({ answer: { state, text, model, cost } }: { readonly answer: Answer }) {
  const { texts, unit, amount } = useTexts();
  if (state === 'writing' || (text === '' && cost === undefined && state !== 'stopped')) return null;
  return (
    <p class="facts">
      <bdi>{model}</bdi>
      {state === 'stopped' && <span>{texts.stopped}</span>}
      {cost !== undefined && (
        <bdi class="number">
          {amount(cost.amount)} {unit}
          {cost.isEstimated && ` (${texts.estimated})`}
        </bdi>
      )}
      {text !== '' && <CopyButton label={texts.copy} text={text} />}
    </p>
  );
}
