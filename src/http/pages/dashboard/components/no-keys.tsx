/** In the place of a form whose user has no key that could pay. */
import { KEYS } from '../texts/key-texts.js';
import type { Text } from '../texts/language.js';
import { NEW_JOB } from '../texts/new-job-texts.js';
import { useTexts } from '../view/view.js';
import { EmptyState } from './blocks.js';
import { LinkButton } from './forms.js';

interface NoKeysProps {
  readonly mayCreateKeys: boolean;
  /** Told to those who may create one. */
  readonly hint: Text;
}

export function NoKeys({ mayCreateKeys, hint }: NoKeysProps) {
  const say = useTexts();
  return (
    <EmptyState
      icon="keys"
      title={say(NEW_JOB.noKeys)}
      hint={say(mayCreateKeys ? hint : NEW_JOB.noneGranted)}
    >
      {mayCreateKeys && (
        <LinkButton href="/keys/new" kind="primary">
          {say(KEYS.create)}
        </LinkButton>
      )}
    </EmptyState>
  );
}
