/** The movements of a key's money, newest first, each with the balance that it left. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { isForText, type NumberedEntry } from '../../../../actors/keys/key-lists.js';
import { EmptyState, Section } from '../components/blocks.js';
import { Amount, MarkedPart, Time } from '../components/figures.js';
import { Pages, Table } from '../components/table.js';
import { KEYS } from '../texts/key-texts.js';
import { LEDGER, MOVE, MOVEMENTS, TEXT_MOVEMENTS } from '../texts/ledger-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

interface LedgerSectionProps {
  readonly of: ApiKeyState;
  readonly entries: readonly NumberedEntry[];
  readonly isFirst: boolean;
  readonly next: number | undefined;
  readonly otherNames: ReadonlyMap<string, string>;
}

export function LedgerSection({ of, entries, isFirst, next, otherNames }: LedgerSectionProps) {
  const say = useTexts();
  const here = `/keys/${of.id}`;
  const download = entries.length > 0 && <a href={`${here}/ledger.csv`}>{say(LEDGER.download)}</a>;
  return (
    <Section title={say(LEDGER.title)} aside={download}>
      {entries.length === 0 ? (
        <EmptyState icon="ledger" title={say(LEDGER.empty)} hint={say(LEDGER.emptyHint)} />
      ) : (
        <LedgerTable entries={entries} otherNames={otherNames} />
      )}
      <Pages
        newest={isFirst ? undefined : here}
        older={next === undefined ? undefined : `${here}?after=${next}`}
      />
    </Section>
  );
}

function LedgerTable({ entries, otherNames }: Pick<LedgerSectionProps, 'entries' | 'otherNames'>) {
  const say = useTexts();
  const { language } = useView();
  const inUnit = (text: string) => `${text} (${unitOf(language)})`;
  const hasMarked = entries.some(({ marked }) => marked !== undefined);
  return (
    <Table
      caption={say(LEDGER.title)}
      columns={[
        { head: say(LEDGER.what) },
        { head: say(LEDGER.when), isAside: true },
        { head: inUnit(say(LEDGER.amount)), align: 'end' },
        ...(hasMarked ? [{ head: inUnit(say(KEYS.marked)), align: 'end', isAside: true } as const] : []),
        { head: inUnit(say(LEDGER.reserved)), align: 'end', isAside: true },
        { head: inUnit(say(LEDGER.balance)), align: 'end', isAside: true },
      ]}
    >
      {entries.map((entry) => (
        <tr key={entry.number}>
          <th scope="row">
            {say((isForText(entry) ? TEXT_MOVEMENTS : MOVEMENTS)[entry.type])}
            {entry.other !== undefined && (
              <small>
                {say(entry.type === 'transfer_in' ? MOVE.from : MOVE.toKey)}{' '}
                <a href={`/keys/${entry.other}`}>
                  <bdi>{otherNames.get(entry.other)}</bdi>
                </a>
              </small>
            )}
            <small class="narrow-only">
              <Time at={entry.at} />
            </small>
            <small class="mono aside">
              <bdi>{entry.job ?? entry.reference}</bdi>
            </small>
          </th>
          <td class="aside">
            <Time at={entry.at} />
          </td>
          <td class="end">
            <Amount of={entry.amount} unit={false} />
            {entry.marked !== undefined && (
              <div class="narrow-only">
                <MarkedPart of={entry.marked} />
              </div>
            )}
            <small class="narrow-only">
              {say(LEDGER.balance)} <Amount of={entry.balance} unit={false} />
            </small>
          </td>
          {hasMarked && (
            <td class="end aside">
              {entry.marked !== undefined && <Amount of={entry.marked} unit={false} />}
            </td>
          )}
          <td class="end aside">
            <Amount of={entry.reserved} unit={false} />
          </td>
          <td class="end aside">
            <Amount of={entry.balance} unit={false} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
