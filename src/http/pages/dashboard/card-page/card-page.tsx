/** The simulated card page: its cards, and what stands there once a payment is over. */
import type { MicroDa } from '../../../../money/micro-da.js';
import { Notice } from '../components/blocks.js';
import { Amount } from '../components/figures.js';
import { Button, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { CARD, CARD_HINTS } from '../texts/card-texts.js';
import { useTexts, useView } from '../view/view.js';

export type Card = keyof typeof CARD_HINTS;

/** Not one of them has a valid check digit, so that nobody's card is among them. */
const NUMBERS: Readonly<Record<Card, string>> = {
  pays: '4242 4242 4242 4240',
  declined: '4242 4242 4242 4241',
  abandoned: '4242 4242 4242 4243',
  notice_twice: '4242 4242 4242 4244',
  notice_late: '4242 4242 4242 4245',
  notice_never: '4242 4242 4242 4246',
};

const CARDS = Object.entries(NUMBERS) as readonly (readonly [Card, string])[];

export function isCard(name: string): name is Card {
  return Object.hasOwn(NUMBERS, name);
}

interface CardPageProps {
  readonly amount: MicroDa;
  /** True if a form named none of the cards. */
  readonly isNoneChosen: boolean;
}

export function CardPage({ amount, isNoneChosen }: CardPageProps) {
  const say = useTexts();
  const { path } = useView();
  return (
    <Shell title={say(CARD.title)}>
      <section class="card payment">
        <h1>{say(CARD.title)}</h1>
        <p class="to-pay">
          <span class="soft">{say(CARD.amount)}</span>
          <Amount of={amount} />
        </p>
        <Notice tone="wait">
          <strong>{say(CARD.simulation)}</strong> {say(CARD.simulationHint)}
        </Notice>
        <form class="form" method="post" action={path}>
          <fieldset class="test-cards" aria-describedby={isNoneChosen ? 'card-error' : undefined}>
            <legend>{say(CARD.choose)}</legend>
            {isNoneChosen && (
              <span class="error" id="card-error">
                {say(CARD.chooseOne)}
              </span>
            )}
            {CARDS.map(([card, number], at) => (
              <label key={card}>
                <input type="radio" name="card" value={card} defaultChecked={at === 0} required />
                <span>
                  <bdi dir="ltr">{number}</bdi>
                  <span class="soft small">{say(CARD_HINTS[card])}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <Button kind="wide primary" act="pay">
            {say(CARD.pay)} <Amount of={amount} />
          </Button>
          <Button kind="quiet" act="cancel">
            {say(CARD.cancel)}
          </Button>
        </form>
      </section>
    </Shell>
  );
}

export function PaymentOverPage({ orderPath }: { readonly orderPath: string }) {
  const say = useTexts();
  return (
    <Shell title={say(CARD.over)}>
      <section class="card payment">
        <h1>{say(CARD.over)}</h1>
        <p class="soft">{say(CARD.overHint)}</p>
        <LinkButton href={orderPath}>{say(CARD.back)}</LinkButton>
      </section>
    </Shell>
  );
}
