/** A page that says what went wrong, and what to do. */
import { PageHead } from '../components/blocks.js';
import { LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { SHELL } from '../texts/shell-texts.js';
import { TROUBLE } from '../texts/trouble-texts.js';
import { useTexts } from '../view/view.js';

export type Trouble = 'notFound' | 'forbidden' | 'notYours' | 'tooMany' | 'unavailable';

export function TroublePage({ about }: { readonly about: Trouble }) {
  const say = useTexts();
  return (
    <Shell title={say(TROUBLE[about])}>
      <PageHead title={say(TROUBLE[about])} lead={say(TROUBLE[`${about}Hint`])}>
        <LinkButton href="/">{say(SHELL.home)}</LinkButton>
      </PageHead>
    </Shell>
  );
}
