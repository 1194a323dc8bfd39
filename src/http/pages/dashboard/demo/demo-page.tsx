/** The form of the link that signs a newcomer in, and the page of a link that is over. */
import { Button, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { DEMO } from '../texts/demo-texts.js';
import { SIGN_IN } from '../texts/sign-in-texts.js';
import { useTexts } from '../view/view.js';

export function DemoPage({ token }: { readonly token: string }) {
  const say = useTexts();
  return (
    <Shell title={say(DEMO.title)}>
      <section class="card">
        <h1>{say(DEMO.title)}</h1>
        <p class="soft">{say(DEMO.lead)}</p>
        <form class="form" method="post" action={`/demo/${token}`}>
          <Button kind="wide primary">{say(DEMO.submit)}</Button>
        </form>
      </section>
    </Shell>
  );
}

export function DemoOverPage() {
  const say = useTexts();
  return (
    <Shell title={say(DEMO.over)}>
      <section class="card">
        <h1>{say(DEMO.over)}</h1>
        <p class="soft">{say(DEMO.overHint)}</p>
        <LinkButton href="/sign-in">{say(SIGN_IN.title)}</LinkButton>
      </section>
    </Shell>
  );
}
