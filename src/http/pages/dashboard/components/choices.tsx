/** Fields that offer what to choose from: a list, and a row of choices with room for one of one's own. */
import type { ComponentChildren } from 'preact';

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly value?: string | undefined;
  readonly error?: string | undefined;
}

export function Select({ name, label, options, value, error }: SelectProps) {
  const id = `field-${name}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        class="input"
        id={id}
        name={name}
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <span class="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly error?: string | undefined;
  /** A field of one's own, which stands there if the last option is chosen. */
  readonly children: ComponentChildren;
}

export function Choices({ name, label, options, value, error, children }: ChoicesProps) {
  const errorId = `field-${name}-error`;
  return (
    <fieldset class="choices" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{label}</legend>
      <div class="choices-row">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} value={option.value} checked={option.value === value} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <div class="choices-own">{children}</div>
      {error !== undefined && (
        <span class="error" id={errorId}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
