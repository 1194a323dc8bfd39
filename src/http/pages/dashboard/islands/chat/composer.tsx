/** The field for a message, with the model that answers and the key that pays. */
import { useEffect, useRef } from 'preact/hooks';
import type { ChatSession } from './chat-session.js';
import { mayResend } from './conversation.js';
import { filled, useTexts } from './texts.js';

const HEIGHT_MAX_PX = 240;

export function Composer({ session }: { readonly session: ChatSession }) {
  const { texts } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = () => {
    const { current } = field;
    if (current === null || session.isWriting) return;
    if (current.value.trim() === '') {
      if (mayResend(session.conversation)) session.resend();
      return;
    }
    session.send(current.value);
    current.value = '';
    resize(current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') session.stop();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label class="unseen" for="chat-message">
        {texts.message}
      </label>
      <textarea
        id="chat-message"
        ref={field}
        rows={1}
        dir="auto"
        placeholder={texts.messageHint}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => resize(currentTarget)}
      />
      {session.isWriting ? (
        <button class="button" type="button" key="stop" onClick={() => session.stop()}>
          {texts.stop}
        </button>
      ) : (
        <button class="button primary" type="submit" key="send">
          {texts.send}
        </button>
      )}
      <div class="composer-row">
        <ModelChoice session={session} />
        <KeyChoice session={session} />
      </div>
    </form>
  );
}

/** As high as its text, up to a bound. */
function resize(field: HTMLTextAreaElement): void {
  field.style.height = 'auto';
  field.style.height = `${Math.min(field.scrollHeight, HEIGHT_MAX_PX)}px`;
}

function ModelChoice({ session }: { readonly session: ChatSession }) {
  const { texts, unit, amount } = useTexts();
  const { setup, conversation } = session;
  const model = setup.models.find(({ id }) => id === conversation.model);
  const prices =
    model && filled(texts.prices, { input: amount(model.input), output: amount(model.output), unit });
  return (
    <Choice
      label={texts.model}
      hint={prices}
      value={conversation.model}
      options={setup.models.map(({ id }) => ({ value: id, label: id }))}
      onChoose={(chosen) => session.choose({ model: chosen })}
    />
  );
}

function KeyChoice({ session }: { readonly session: ChatSession }) {
  const { texts, unit, amount } = useTexts();
  return (
    <Choice
      label={texts.key}
      value={session.conversation.key}
      // A list that is cut off still shows the balance. A name keeps its own direction.
      options={session.keys.map(({ id, name, balance }) => ({
        value: id,
        label: `${amount(balance)} ${unit} · \u2068${name}\u2069`,
      }))}
      onChoose={(chosen) => session.choose({ key: chosen })}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, hint, value, options, onChoose }: ChoiceProps) {
  return (
    <label class="composer-choice" title={hint}>
      <span class="composer-label">{label}</span>
      <select class="input" value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
