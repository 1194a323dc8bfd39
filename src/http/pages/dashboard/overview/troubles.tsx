/** Troubles of an account, each with what to do about it. */
import { balanceOf } from '../../../../actors/money/ledger.js';
import { Notice } from '../components/blocks.js';
import { KEYS } from '../texts/key-texts.js';
import { formatCount, isolated } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import { TROUBLES } from './account-troubles.js';
import type { KeyStanding, Standing } from './standing.js';

export function Troubles({ keys, today }: Pick<Standing, 'keys' | 'today'>) {
  const say = useTexts();
  const { language } = useView();
  const { completed, failed } = today.total;
  const count = (number: number) => formatCount(language, number);
  return (
    <>
      {keys.map((standing) => (
        <KeyTroubles key={standing.key.id} of={standing} />
      ))}
      {failed > completed && (
        <Notice tone="wait">
          {say(TROUBLES.failing)(count(failed), count(failed + completed))}{' '}
          <a href="/jobs?status=failed">{say(TROUBLES.seeFailed)}</a>
        </Notice>
      )}
    </>
  );
}

function KeyTroubles({ of: { key, lastMinute } }: { readonly of: KeyStanding }) {
  const say = useTexts();
  if (key.isRevoked) return null;
  const name = isolated(key.name ?? say(KEYS.unnamed));
  return (
    <>
      {key.entries > 0 && balanceOf(key.balances) === 0 && (
        <Notice tone="wait">
          {say(TROUBLES.noBalance)(name)} <a href={`/top-up?key=${key.id}`}>{say(TROUBLES.topUp)}</a>
        </Notice>
      )}
      {lastMinute >= key.rateLimitRpm && (
        <Notice tone="wait">
          {say(TROUBLES.full)(name)} <a href={`/keys/${key.id}`}>{say(TROUBLES.seeKey)}</a>
        </Notice>
      )}
    </>
  );
}
