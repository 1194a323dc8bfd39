/** Forms. Each field has a label, and what it lacks stands beside it and is read out with it. */
import type { ComponentChildren, InputHTMLAttributes } from 'preact';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'number';
  readonly value?: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly autoComplete?: 'off' | 'username' | 'current-password' | 'new-password';
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  /** `any` of a number that need not be whole. */
  readonly step?: 'any';
}

export function Field({ name, label, type = 'text', hint, error, ...more }: FieldProps) {
  const id = `field-${name}`;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  // Which type it is decides what else it may have, and that is not known here.
  const attributes = {
    class: 'input',
    id,
    name,
    type,
    dir: type === 'text' ? 'auto' : 'ltr',
    'aria-invalid': error === undefined ? undefined : 'true',
    'aria-describedby': described === '' ? undefined : described,
    ...more,
  } as InputHTMLAttributes<HTMLInputElement>;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <input {...attributes} />
      {error !== undefined && (
        <span class="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

interface ButtonProps {
  readonly kind?: 'primary' | 'danger' | 'quiet' | 'wide primary' | 'plain';
  /** Sent with the form: which of its acts is meant. */
  readonly act?: string;
  readonly children: ComponentChildren;
}

export function Button({ kind = 'plain', act, children }: ButtonProps) {
  return (
    <button class={`button ${kind}`} type="submit" name={act && 'act'} value={act}>
      {children}
    </button>
  );
}

interface LinkButtonProps {
  readonly href: string;
  readonly kind?: 'primary' | 'quiet' | 'plain';
  readonly rel?: 'noreferrer';
  readonly children: ComponentChildren;
}

export function LinkButton({ href, kind = 'plain', rel, children }: LinkButtonProps) {
  return (
    <a class={`button ${kind}`} href={href} rel={rel}>
      {children}
    </a>
  );
}

interface ConfirmProps {
  /** The button that opens it. */
  readonly label: string;
  /** Says what will happen. */
  readonly hint: string;
  readonly children: ComponentChildren;
}

/** Asks again before something that cannot be undone; opens without a script. */
export function Confirm({ label, hint, children }: ConfirmProps) {
  return (
    <details class="confirm">
      <summary class="button">{label}</summary>
      <div>
        <p>{hint}</p>
        <div class="actions">{children}</div>
      </div>
    </details>
  );
}
