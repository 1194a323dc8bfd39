/** The browsers that a person is signed in with. */
import { seenAtS } from '../../../../actors/people/sessions.js';
import { Badge, Notice, PageHead } from '../components/blocks.js';
import { Time } from '../components/figures.js';
import { Button } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Table } from '../components/table.js';
import { keptUnder } from '../islands/kept-under.js';
import type { Session } from '../people.js';
import { PASSWORD } from '../texts/people-texts.js';
import { SESSIONS } from '../texts/sign-in-texts.js';
import { useTexts, useView } from '../view/view.js';
import { browserName } from './browser-name.js';

interface SessionsPageProps {
  readonly sessions: readonly Session[];
  /** The id of the session that looks. */
  readonly current: string;
  /** True if the password was changed just now. */
  readonly hasNewPassword: boolean;
}

export function SessionsPage({ sessions, current, hasNewPassword }: SessionsPageProps) {
  const say = useTexts();
  const { signedIn } = useView();
  return (
    <Shell title={say(SESSIONS.title)}>
      <PageHead title={say(SESSIONS.title)} lead={say(SESSIONS.lead)}>
        <form method="post" action="/sessions" data-forgets={signedIn && keptUnder(signedIn.user)}>
          <Button act="end_all">{say(SESSIONS.endAll)}</Button>
        </form>
      </PageHead>
      {hasNewPassword && <Notice tone="good">{say(PASSWORD.changed)}</Notice>}
      <Table
        caption={say(SESSIONS.title)}
        columns={[
          { head: say(SESSIONS.device) },
          { head: say(SESSIONS.since), isAside: true },
          { head: say(SESSIONS.seen), isAside: true },
          { head: say(SESSIONS.end), align: 'end' },
        ]}
      >
        {sessions.map((session) => (
          <SessionRow key={session.id} {...session} isCurrent={session.id === current} />
        ))}
      </Table>
    </Shell>
  );
}

function SessionRow(props: Session & { readonly isCurrent: boolean }) {
  const { id, isCurrent, address, agent, createdAt } = props;
  const seenAt = seenAtS(props);
  const say = useTexts();
  return (
    <tr>
      <th scope="row">
        <bdi>{browserName(agent) ?? say(SESSIONS.unknown)}</bdi>
        <small class="mono">
          <bdi>{address}</bdi>
        </small>
        <small class="narrow-only">
          <Time at={seenAt} />
        </small>
      </th>
      <td class="aside">
        <Time at={createdAt} />
      </td>
      <td class="aside">
        <Time at={seenAt} />
      </td>
      <td class="end">
        {isCurrent ? (
          <Badge tone="good">{say(SESSIONS.current)}</Badge>
        ) : (
          <form method="post" action="/sessions">
            <input type="hidden" name="session" value={id} />
            <Button kind="quiet" act="end">
              {say(SESSIONS.end)}
            </Button>
          </form>
        )}
      </td>
    </tr>
  );
}
