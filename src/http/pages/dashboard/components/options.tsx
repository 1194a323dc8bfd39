/** A group of options to choose among, each with what it means: one of them, or any number. */
import type { ComponentChildren } from 'preact';

export interface Option {
  readonly value: string;
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
}

interface OptionsProps {
  readonly name: string;
  readonly label: string;
  /** True if a title above says the same. */
  readonly isLabelUnseen?: boolean | undefined;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly kind: 'radio' | 'checkbox';
  readonly options: readonly Option[];
  /** The values that are chosen. */
  readonly chosen: readonly string[];
}

export function Options({ name, label, isLabelUnseen, hint, error, kind, options, chosen }: OptionsProps) {
  const id = `field-${name}`;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset class="options" aria-describedby={described === '' ? undefined : described}>
      <legend class={isLabelUnseen === true ? 'unseen' : undefined}>{label}</legend>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {options.map((option) => (
        <label key={option.value} class="option">
          <input type={kind} name={name} value={option.value} checked={chosen.includes(option.value)} />
          <span>
            <span class="option-name">{option.label}</span>
            {option.hint !== undefined && <span class="hint">{option.hint}</span>}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <span class="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
