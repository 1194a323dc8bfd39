/** The list of management keys, and the one page that ever shows the secret of a new one. */
import type { ManagementKeyState } from '../../../../actors/accounts/management-key.js';
import { Card, Notice, PageHead } from '../components/blocks.js';
import { CopyableSecret, Snippet } from '../components/copyable.js';
import { Button, Confirm, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Table } from '../components/table.js';
import { KEYS, NEW_KEY, ONE_KEY } from '../texts/key-texts.js';
import { MANAGEMENT_KEYS } from '../texts/management-key-texts.js';
import { useTexts } from '../view/view.js';

export interface ManagementKeysPageProps {
  /** Those that are not revoked. */
  readonly keys: readonly ManagementKeyState[];
  /** Of the key that the form makes. */
  readonly newId: string;
  readonly action: string;
  readonly back: string;
  readonly isRevoked: boolean;
  readonly wrong?: 'tooMany' | 'nameWanted' | undefined;
}

export function ManagementKeysPage(props: ManagementKeysPageProps) {
  const { keys, action, back, isRevoked, wrong } = props;
  const say = useTexts();
  return (
    <Shell title={say(MANAGEMENT_KEYS.title)}>
      <PageHead
        title={say(MANAGEMENT_KEYS.title)}
        lead={say(MANAGEMENT_KEYS.lead)}
        above={{ href: back, title: say(KEYS.title) }}
      />
      {isRevoked && wrong === undefined && <Notice tone="good">{say(MANAGEMENT_KEYS.revoked)}</Notice>}
      {wrong === 'tooMany' && <Notice tone="bad">{say(MANAGEMENT_KEYS.tooMany)}</Notice>}
      {keys.length > 0 && (
        <Table
          caption={say(MANAGEMENT_KEYS.title)}
          columns={[{ head: say(KEYS.name) }, { head: say(MANAGEMENT_KEYS.revoke) }]}
        >
          {keys.map((key) => (
            <ManagementKeyRow key={key.id} of={key} action={action} />
          ))}
        </Table>
      )}
      <CreateForm {...props} />
    </Shell>
  );
}

function CreateForm({ newId, action, wrong }: ManagementKeysPageProps) {
  const say = useTexts();
  return (
    <Card title={say(MANAGEMENT_KEYS.create)}>
      <form class="form" method="post" action={action}>
        <input type="hidden" name="id" value={newId} />
        <Field
          name="name"
          label={say(KEYS.name)}
          hint={say(MANAGEMENT_KEYS.nameHint)}
          error={wrong === 'nameWanted' ? say(ONE_KEY.nameWanted) : undefined}
          maxLength={100}
          autoComplete="off"
          required
        />
        <div class="actions">
          <Button kind="primary">{say(MANAGEMENT_KEYS.create)}</Button>
        </div>
      </form>
    </Card>
  );
}

function ManagementKeyRow({ of, action }: { readonly of: ManagementKeyState; readonly action: string }) {
  const say = useTexts();
  const unnamed = of.role === 'operator' ? MANAGEMENT_KEYS.ofConfiguration : MANAGEMENT_KEYS.ofAccount;
  return (
    <tr>
      <th scope="row">
        <bdi>{of.name ?? say(unnamed)}</bdi>
        <small class="mono">
          <bdi>{of.id}</bdi>
        </small>
      </th>
      <td>
        {of.role === 'account' && (
          <Confirm label={say(MANAGEMENT_KEYS.revoke)} hint={say(MANAGEMENT_KEYS.revokeHint)}>
            <form method="post" action={action}>
              <input type="hidden" name="id" value={of.id} />
              <Button kind="danger" act="revoke">
                {say(MANAGEMENT_KEYS.revokeNow)}
              </Button>
            </form>
          </Confirm>
        )}
      </td>
    </tr>
  );
}

interface CreatedManagementKeyPageProps {
  /** Undefined if it was shown before: the form came a second time. */
  readonly secret: string | undefined;
  /** Base of absolute links. */
  readonly baseUrl: string;
  readonly back: string;
}

export function CreatedManagementKeyPage({ secret, baseUrl, back }: CreatedManagementKeyPageProps) {
  const say = useTexts();
  const all = <LinkButton href={back}>{say(MANAGEMENT_KEYS.title)}</LinkButton>;
  if (secret === undefined) {
    return (
      <Shell title={say(NEW_KEY.gone)}>
        <PageHead title={say(NEW_KEY.gone)} lead={say(NEW_KEY.goneHint)} />
        <div class="actions">{all}</div>
      </Shell>
    );
  }
  return (
    <Shell title={say(MANAGEMENT_KEYS.done)}>
      <PageHead title={say(MANAGEMENT_KEYS.done)}>{all}</PageHead>
      <Card title={say(NEW_KEY.secret)}>
        <Notice tone="wait">{say(NEW_KEY.once)}</Notice>
        <CopyableSecret id="secret">{secret}</CopyableSecret>
      </Card>
      <Card title={say(NEW_KEY.tryIt)}>
        <p class="soft">{say(MANAGEMENT_KEYS.tryItHint)}</p>
        <Snippet id="curl" title="curl">
          {`curl ${baseUrl}/api/keys -H 'Authorization: Bearer ${secret}'`}
        </Snippet>
      </Card>
    </Shell>
  );
}
